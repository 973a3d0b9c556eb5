; The mask of thread 2 lacks thread 2. In lock step thread 0, whose group has a thread of another mask, is checked first.
.threads 4
        m = 15
        c = tid == 2
        bz c, g
        m = 11
g:      sync
        y = match.any m, 1
        stop
.expect lockstep trap collective-mask 8 threads: 0
.expect volta trap collective-mask 8 threads: 2
.covers collective-mask
