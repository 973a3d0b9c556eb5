; Trap order: thread 0's count is invalid, thread 1's result overflows: thread 0 determines the trap.
.threads 2
        k = 64 - tid
        y = 3 << k
        stop
.expect trap invalid-shift 4
.covers invalid-shift
