; Trap order: thread 0 divides by zero, thread 1 has no x: thread 0 determines the trap.
.threads 2
        bnz tid, join
        x = 1               ; thread 0 alone
join:   sync
        y = x / tid
        stop
.expect trap division-by-zero 6
.covers division-by-zero
