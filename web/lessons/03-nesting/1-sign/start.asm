; The sign of the word at t (1, 0, -1), at N + t.
; Wanted, memory 8: 1 -1 0 1 -1 0 1 -1
.threads 8
.memory 0: 7 -2 0 5 -9 0 1 -1
        x = [tid]
        s = 0
        bz x, outer             ; the threads whose word is 0

outer:  sync
        a = tid + warp_size
        [a] = s
        stop
