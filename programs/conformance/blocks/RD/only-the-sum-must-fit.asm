; 100 + 100 - 100: a sum in between does not fit 8 bits, the result does.
.threads 3
.word 8
        x = 100
        c = tid == 2
        bz c, e
        x = -100
e:      sync
        s = reduce.add 7, x
        stop
.expect lockstep stop
.expect lockstep var s: 100 100 100
.expect volta stop
.expect volta var s: 100 100 100
.covers RD
