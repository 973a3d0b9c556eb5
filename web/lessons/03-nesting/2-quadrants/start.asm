; The quadrant of the point (x, y): x at t, y at N + t; the result at 2N + t.
; Wanted, memory 16: 1 2 3 4 1 2 4 3
.threads 8
.memory 0: 3 -1 -4 6 0 -2 1 -5
.memory 8: 2 5 -4 -7 0 0 -1 -1
        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        q = 1

        a = a + warp_size
        [a] = q
        stop
