; race: an increment writes, so a load by another warp conflicts with it.
.threads 2
.warps 2
.memory 0: 5
        bnz wid, reader
        x = atomic_inc [0]
        jump join
reader: x = [0]
join:   sync
        stop
.expect trap race 8
.expect memory 0: 7
.covers AT race
