; A trap is of the one thread.
.threads 4
        o = tid - 2
        x = 12 / o
        stop
.expect lockstep trap division-by-zero 4 warp 0 threads: 2
.expect lockstep var x: _ _ _ _
.expect volta trap division-by-zero 4 warp 0 threads: 2
.expect volta var x: -6 -12 _ _
.covers division-by-zero
