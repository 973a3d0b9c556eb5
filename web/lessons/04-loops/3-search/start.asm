; The position of the first word of the table that equals the key at t, or -1, at N + t.
; Wanted, memory 8: 1 4 2 0 1 1 0 4
.threads 8
.memory 0: 10 20 30 40 10 10 40 20
.memory 99: 6                  ; the length, and the table
.memory 100: 40 10 30 10 20 40
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        r = -1

        a = tid + warp_size
        [a] = r
        stop
