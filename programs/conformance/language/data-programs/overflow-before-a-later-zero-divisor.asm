; Trap order: thread 0's quotient overflows, thread 1's divisor is 0: thread 0 determines the trap.
.threads 2
        x = -9223372036854775808
        d = tid - 1
        y = x / d
        stop
.expect trap overflow 5
.covers overflow
