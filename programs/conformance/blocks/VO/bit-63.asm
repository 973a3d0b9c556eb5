; Thread 63 is the sign of the word.
.threads 64
        c = tid == 63
        b = vote.ballot -1, c
        stop
.expect lockstep stop
.expect lockstep var b: -9223372036854775808 -9223372036854775808
.expect volta stop
.expect volta var b: -9223372036854775808 -9223372036854775808
.covers VO
