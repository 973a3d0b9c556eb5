; AT: threads that wait do not increment.
.threads 32
.memory 0: 0
        c = tid % 4
        bz c, join          ; 0, 4, 8, ... wait
        x = atomic_inc [0]
join:   sync
        stop
.expect memory 0: 24
.expect var x: _ 1 2 3 _ 4 5 6 _ 7
.covers AT
