; The sum of each thread's row: the length at t, the address of the first word at N + t; the sum at 2N + t.
; Wanted, memory 16: 6 0 10 16 0 0 11 100
.threads 8
.memory 0: 3 0 1 4 0 2 2 1
.memory 8: 200 203 203 204 208 208 210 212
.memory 200: 1 2 3 10 4 4 4 4 7 -7 5 6 100 -99
        n = [tid]               ; how many words
        a = tid + warp_size
        p = [a]                 ; where the first one is
        s = 0

        a = a + warp_size
        [a] = s
        stop
