; llvm/llvm-project#155682, fixed: every thread has some value to pass to the shuffle. The number is taken once.
.threads 8
.const NEXT 0
.memory NEXT: 100
        row = 0
        bnz tid, join
        row = atomic_inc [NEXT]
join:   sync
        argument = row
        shfl argument, 0
        row = argument + tid
        stop
.expect stop
.expect memory 0: 101
.expect var row: 101 102 103 104 105 106 107 108
