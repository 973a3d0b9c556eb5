; 32 threads, 32 banks: one transaction.
.block 32
.shared s 32
        a = s + tid
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep stat shared_requests == 1
.expect lockstep stat shared_transactions == 1
.expect lockstep stat memory_requests == 0
.expect volta stop
.expect volta stat shared_requests == 32
.expect volta stat shared_transactions == 32
.covers ST
