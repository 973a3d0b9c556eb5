; The words of addresses 0 ... N-1, in reverse order, at N ... 2N-1.
; Wanted, memory 8: 9 81 5 5 30 7 -2 14
.threads 8
.memory 0: 14 -2 7 30 5 5 81 9
        x = [tid]               ; each thread loads a word
        a = tid + warp_size     ; warp_size is N, the number of threads
        [a] = x
        stop
