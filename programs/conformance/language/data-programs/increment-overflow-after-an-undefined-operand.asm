; Trap order: thread 0's increment does not fit, thread 1 has no address: operands are checked in all threads first.
.threads 2
.memory 0: 9223372036854775807
        bnz tid, join
        a = 0
join:   sync
        n = atomic_inc [a]
        stop
.expect trap undefined-variable 7
.covers undefined-variable
