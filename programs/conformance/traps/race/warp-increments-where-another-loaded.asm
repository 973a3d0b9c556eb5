; race: a load, then an increment by another warp, which is not executed.
.threads 2
.warps 2
.memory 0: 5
        bnz wid, count
        x = [0]
        jump join
count:  x = atomic_inc [0]
join:   sync
        stop
.expect trap race 8
.expect memory 0: 5
.covers LD race
