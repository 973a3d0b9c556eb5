; Half of the threads store to shared memory, the others to Σ: a request of each kind.
.threads 4
.block 4
.shared s 4
        a = tid
        c = tid < 2
        bnz c, e
        a = s + tid
e:      sync
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 1
.expect lockstep shared 0 0: _ _ 2 3
.expect lockstep stat shared_requests == 1
.expect lockstep stat memory_requests == 1
.expect lockstep stat memory_transactions == 1
.expect volta stop
.expect volta memory 0: 0 1
.expect volta shared 0 0: _ _ 2 3
.expect volta stat shared_requests == 2
.expect volta stat memory_requests == 2
.covers ST
