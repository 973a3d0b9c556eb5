; Trap order: thread 0 has no x, thread 1 divides by zero: thread 0 determines the trap.
.threads 2
        bz tid, join
        x = 1               ; thread 1 alone
join:   sync
        d = 1 - tid
        y = x / d
        stop
.expect trap undefined-variable 7
.covers undefined-variable
