; TL: the order is that of the threads' numbers, whichever way they became active.
.threads 6
.memory 0: 0
        c = tid % 2
        bz c, even          ; 1, 3 and 5 continue
        x = atomic_inc [0]
        jump join
even:   x = atomic_inc [0]
join:   sync
        y = atomic_inc [0]
        stop
.expect var x: 4 1 5 2 6 3
.expect var y: 7 8 9 10 11 12
.covers TL AT
