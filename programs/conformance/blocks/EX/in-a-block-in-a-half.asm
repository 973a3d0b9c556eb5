; `exit` in an `everywhere` block is reported for all threads of the block, those that it woke included.
.threads 4
        bz tid, e
        everywhere
        exit
        end_everywhere
e:      sync
        stop
.expect lockstep trap exit-inside-everywhere 5 threads: 0-3
.covers exit-inside-everywhere
