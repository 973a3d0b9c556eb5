; race: an increment and a store by another warp.
.threads 2
.warps 2
.memory 0: 5
        bnz wid, writer
        x = atomic_inc [0]
        jump join
writer: [0] = 6
join:   sync
        stop
.expect trap race 8
.expect memory 0: 7
.covers AT race
