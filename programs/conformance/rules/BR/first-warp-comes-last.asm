; Warp 0 comes last: the barrier opens in the same round, at warp 1's turn, and warp 0 is the last to continue.
.threads 1
.warps 3
.memory 0: 0
        late = wid == 0
        bz late, join
        x = 0
join:   sync
        barrier
        ticket = atomic_inc [0]
        a = wid + 10
        [a] = ticket
        stop
.expect stop
.expect memory 10: 3 1 2
.expect steps 25
.covers BR
