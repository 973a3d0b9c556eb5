; A load, then a store of another thread to the same word; and in a block all threads take part.
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
