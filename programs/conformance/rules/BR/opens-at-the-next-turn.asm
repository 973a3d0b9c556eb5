; Warp 1 comes last: at the next turn, warp 2's, all wait, and warp 2 runs first. Tickets after the barrier show it.
.threads 1
.warps 3
.memory 0: 0
        late = wid == 1
        bz late, join
        x = 0
join:   sync
        barrier
        ticket = atomic_inc [0]
        a = wid + 10
        [a] = ticket
        stop
.expect stop
.expect memory 10: 2 3 1
.expect steps 25
.covers BR
