; Each thread waits for the next one: 0 for 1, 1 for 2, 2 for 0.
.threads 3
        m = 3
        c = tid == 1
        bz c, a
        m = 6
a:      sync
        c = tid == 2
        bz c, b
        m = 5
b:      sync
        v = vote.all m, 1
        stop
.expect lockstep trap collective-mask 12 threads: 0
.expect volta trap collective-mask 12 threads: 0
.covers collective-mask
