; Warp 0 stops, and in the same round warp 1, which waits, finds the barrier open; warp 2's turn comes after it.
.threads 1
.warps 3
.memory 0: 0
        bz wid, leave           ; warp 0
        sync
        barrier
        ticket = atomic_inc [0]
        a = wid + 10
        [a] = ticket
        stop
leave:  sync
        x = 1
        stop
.expect stop
.expect memory 10: _ 1 2
.expect steps 18
.covers BR
