; How often the word at t can be halved until it is 0, at N + t.
; Wanted, memory 8: 3 0 1 7 4 3 2 10
.threads 8
.memory 0: 5 0 1 100 8 7 2 1000
        x = [tid]
        n = 0

        a = tid + warp_size
        [a] = n
        stop
