; Each warp counts, waits, and reads: all read the count of all four warps.
.threads 8
.warps 4
.memory 0: 0
        n = atomic_inc [0]
        barrier
        total = [0]
        a = wid + 10
        [a] = total
        stop
.expect stop
.expect var total: 32 32 32 32 32 32 32 32
.expect memory 10: 32 32 32 32
.expect steps 24
.expect stat by_instruction.barrier == 4
.covers BR
