; |x| of the word at address t, at N + t.
; Wanted, memory 8: 3 4 0 1 5 6 7 8
.threads 8
.memory 0: -3 4 0 -1 5 -6 7 8
        x = [tid]
        negative = x < 0        ; 1 or 0

        a = tid + warp_size
        [a] = x
        stop
