; The warp with the last turn comes last: the barrier opens in the next round, and the warps continue in their order.
.threads 1
.warps 3
.memory 0: 0
        late = wid == 2
        bz late, join
        x = 0
join:   sync
        barrier
        ticket = atomic_inc [0]
        a = wid + 10
        [a] = ticket
        stop
.expect stop
.expect memory 10: 1 2 3
.expect steps 25
.covers BR
