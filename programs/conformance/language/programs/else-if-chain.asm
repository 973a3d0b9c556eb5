; if, else if, else: the second conditional is in the half that runs second of the first.
.threads 64
.memory 0: 0 0 0
        c = tid < 10
        bz c, elif
        n = atomic_inc [0]
        jump fi
elif:   c = tid < 30
        bz c, else
        n = atomic_inc [1]
        jump fi2
else:   n = atomic_inc [2]
fi2:    sync
fi:     sync
        stop
.expect stop
.expect active 0-63
.expect memory 0: 10 20 34
.expect steps 14
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 2
.covers BD SS SP
