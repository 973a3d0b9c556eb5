; Thread 63 alone: its bit is the sign of the word.
.threads 64
        c = tid == 63
        bz c, e
        syncwarp -9223372036854775808
        x = 1
e:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 1
.expect volta stop
.expect volta var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 1
.covers SW
