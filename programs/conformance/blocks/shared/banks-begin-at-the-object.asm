; The bank is the offset in the block's memory modulo 32, whatever the block's address: 33 words in each of two blocks.
.threads 2
.block 2
.grid 2
.shared pad 1
.shared s 32
        a = tid * 31
        a = s + a
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep stat shared_requests == 2
.expect lockstep stat shared_transactions == 2
.expect volta stop
.covers ST
