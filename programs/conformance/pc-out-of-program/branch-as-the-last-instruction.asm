; A branch that nobody takes, as the last instruction: the next one is not there.
.threads 64
begin:  one = 1
        bz one, begin
.expect trap pc-out-of-program
.expect active 0-63
.expect steps 2
.expect stat branches_uniform == 1
.covers pc-out-of-program BF
