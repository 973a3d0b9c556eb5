; The number at t divided by the divisor at N + t, at 2N + t; -1 if the divisor is 0.
; Wanted, memory 16: 3 -1 6 5 0 -1 14 -1
.threads 8
.memory 0: 12 7 30 5 0 9 100 8
.memory 8: 4 0 5 1 3 0 7 0
        n = [tid]
        a = tid + warp_size
        d = [a]
        q = 0                   ; the quotient

        a = a + warp_size
        [a] = q
        stop
