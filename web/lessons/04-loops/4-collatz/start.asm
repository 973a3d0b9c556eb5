; How many steps the word at t takes to 1 (even: x / 2, odd: 3x + 1), at N + t.
; Wanted, memory 8: 0 1 7 2 5 8 16 3
.threads 8
.memory 0: 1 2 3 4 5 6 7 8
        x = [tid]
        n = 0

        a = tid + warp_size
        [a] = n
        stop
