; Trap order: thread 0's result overflows, thread 1's count is invalid: thread 0 determines the trap.
.threads 2
        k = 63 + tid
        y = 3 << k
        stop
.expect trap overflow 4
.covers overflow
