; Trap order: thread 0's word is undefined, thread 1 has no address: thread 0 determines the trap.
.threads 2
        bnz tid, join
        a = 0
join:   sync
        n = atomic_inc [a]
        stop
.expect trap undefined-memory 6
.covers undefined-memory
