; All threads read one word: one transaction. One thread stores it: another.
.block 32
.shared s 1
        bnz tid, e
        [s] = 5
e:      sync
        block_barrier
        x = [s]
        stop
.expect lockstep stop
.expect lockstep var x: 5 5 5
.expect lockstep stat shared_requests == 2
.expect lockstep stat shared_transactions == 2
.expect volta stop
.expect volta var x: 5 5 5
.covers LD BB
