; The half that waits is missing. Independent threads: the vote of one half meets that of the other at the same operation.
.threads 4
        c = tid < 2
        bz c, e
        syncwarp 15
        x = 1
        jump j
e:      syncwarp 15
        x = 2
j:      sync
        stop
.expect lockstep trap collective-mask 5 threads: 0
.expect volta stop
.expect volta var x: 1 1 2 2
.covers collective-mask SW
