; A chain of shuffles: the value of thread 0 moves by one thread in each.
.threads 4
        x = tid
        k = tid - 1
        k = max k, 0
        shfl x, k           ; 0 0 1 2
        shfl x, k           ; 0 0 0 1
        shfl x, k           ; 0 0 0 0
        stop
.expect var x: 0 0 0 0
.expect stat by_instruction.shfl == 3
.covers SV
