; Two warps of three threads count together, and no thread uses the number that it draws: the word is the same in
; every order, and so is everything else once `drawn` is overwritten.
.threads 3
.warps 2
.memory 0: 0
        drawn = atomic_inc [0]
        drawn = 0
        barrier
        sum = [0]
        stop
.expect stop
.expect var sum: 6 6 6
