; Increments of the half that runs first come first, whatever the threads' numbers.
.threads 4
.memory 0: 0
        c = tid >= 2
        bz c, low           ; 0 and 1 wait
        n = atomic_inc [0]
        jump join
low:    n = atomic_inc [0]
join:   sync
        stop
.expect var n: 3 4 1 2
.covers AT SS
