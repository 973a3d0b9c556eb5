; A load, then a store by another thread to the same word; and in a block all threads access it.
.threads 8
.const STEP 2
.iota 0 32
        everywhere
        a = tid << 1
        x = [a]
        b = tid * 3
        [b] = x                 ; warning: unsynchronised-sharing
        end_everywhere
        stop
.expect stop
