; Each block has its own barrier: the load of block 1 (line 12) races with the store of block 0 (line 6).
.threads 1
.block 1
.grid 2
        bnz bid, r
        [0] = 5
        jump j
r:      x = 1
j:      sync
        block_barrier
        bz bid, e
        y = [0]
e:      sync
        stop
.expect lockstep trap race 12 warp 1
.expect volta trap race 12 warp 1
.covers race BB
