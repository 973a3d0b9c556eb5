; A `barrier` in the same conditional is not allowed.
.threads 4
.block 4
        c = 1
        bz c, e
        barrier
e:      sync
        stop
.expect lockstep trap barrier-while-diverged 6 threads: 0-3
.expect volta trap barrier-while-diverged 6 threads: 0
.covers barrier-while-diverged
