; AT, overflow: the increments are executed in the scheduler's order, and the first that does not fit is reported.
.threads 4
.order descending
.word 8
.memory 0: 126
        x = atomic_inc [0]
        stop
.expect trap overflow 6 threads: 2
.covers overflow
