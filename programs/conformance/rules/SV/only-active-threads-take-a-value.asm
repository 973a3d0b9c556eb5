; SV: a thread that waits keeps its variable.
.threads 4
        x = tid
        c = tid < 2
        bz c, join          ; 2 and 3 wait
        shfl x, 0
join:   sync
        stop
.expect var x: 0 0 2 3
.covers SV TL
