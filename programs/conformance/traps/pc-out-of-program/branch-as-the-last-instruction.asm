; A branch that no thread takes, as the last instruction: there is no next one.
.threads 64
begin:  one = 1
        bz one, begin
.expect trap pc-out-of-program
.expect active 0-63
.expect steps 2
.expect stat branches_uniform == 1
.covers pc-out-of-program BF
