; Control runs past the last instruction, which is done.
.threads 2
        x = 1
        x = x + tid
.expect trap pc-out-of-program
.expect active 0-1
.expect var x: 1 2
.expect steps 2
.covers pc-out-of-program
