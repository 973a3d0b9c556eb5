; Block 0 hands a word over to thread 0 of block 1, with fences of the grid. The barrier of block 1 passes it on to thread 1.
.threads 1
.block 2
.grid 2
.memory 8: 0
        bnz bid, one
        bnz btid, e0
        [0] = 7
        fence.grid
        k = fetch_add [8], 1
e0:     sync
        jump end
one:    bnz btid, e1
spin:   k = fetch_add [8], 0
        bz k, spin
        sync
        fence.grid
e1:     sync
        block_barrier
        x = [0]
end:    sync
        stop
.expect lockstep stop
.expect lockstep var x warp 2: 7
.expect lockstep var x warp 3: 7
.expect volta stop
.expect volta var x warp 2: 7
.expect volta var x warp 3: 7
.covers BB FE AT
