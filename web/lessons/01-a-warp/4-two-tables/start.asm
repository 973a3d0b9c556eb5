; Even threads take their word from table A (at 0), odd ones from table B (at N); results at 2N.
; Wanted, memory 16: 1 20 3 40 5 60 7 80
.threads 8
.memory 0: 1 2 3 4 5 6 7 8
.memory 8: 10 20 30 40 50 60 70 80
        odd = tid % 2           ; 0 or 1
        x = [tid]               ; a word of table A
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
