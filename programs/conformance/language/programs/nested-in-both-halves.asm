; A divergent conditional in each half of a divergent conditional: four paths, in the order that tickets show.
.threads 4
.memory 0: 0
        high = tid & 2
        odd = tid & 1
        bz high, low
        bz odd, two
        ticket = atomic_inc [0]  ; thread 3
        jump fi1
two:    ticket = atomic_inc [0]  ; thread 2
fi1:    sync
        jump fi
low:    bz odd, zero
        ticket = atomic_inc [0]  ; thread 1
        jump fi2
zero:   ticket = atomic_inc [0]  ; thread 0
fi2:    sync
fi:     sync
        stop
.expect stop
.expect active 0-3
.expect var ticket: 4 3 2 1
.expect steps 19
.expect stat branches_divergent == 3
.expect stat max_sync_depth == 2
.covers BD SS SP
