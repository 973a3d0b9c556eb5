; Two warps of three threads count together, and nobody looks at the number that they draw: the word is the
; same whoever comes first, and so is everything else once `drawn` is forgotten.
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
