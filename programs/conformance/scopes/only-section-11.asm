; Fences of the grid and atomics without an order mean what section 11 says: what is stored before the first fence is
; ordered before what is loaded after the second.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = fetch_or [1], 0
        e = f == 0
        bnz e, l
        sync
        fence.grid
        v = [0]
        jump j
z:      [0] = 7
        fence.grid
        k = fetch_add [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT FE
