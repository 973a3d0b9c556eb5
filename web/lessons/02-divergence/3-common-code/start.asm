; Right, but it takes 14 steps; 11 are enough.
; Wanted, memory 8: 15 101 6 108 -12 100 27 103
.threads 8
.memory 0: 5 1 2 8 -4 0 9 3
        odd = tid % 2
        bz odd, even
        x = [tid]               ; the odd threads: plus 100
        x = x + 100
        a = tid + warp_size
        [a] = x
        jump join
even:   x = [tid]               ; the even threads: times 3
        x = x * 3
        a = tid + warp_size
        [a] = x
join:   sync
        stop
