; A conditional of the block changes nothing: the block is open, and one thread of it must not exit.
.threads 4
        everywhere
        bz tid, e
        exit
e:      sync
        end_everywhere
        stop
.expect lockstep trap exit-inside-everywhere 5 threads: 1-3
.covers exit-inside-everywhere
