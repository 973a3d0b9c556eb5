; 1 at N + t if the word x at t satisfies x != 0 && 100 / x > 10, else 0.
; Wanted, memory 8: 1 0 0 1 0 0 0 1
.threads 8
.memory 0: 5 0 50 9 10 -3 0 1
        x = [tid]
        r = 0

        a = tid + warp_size
        [a] = r
        stop
