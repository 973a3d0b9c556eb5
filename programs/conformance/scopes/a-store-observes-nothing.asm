; Block 1 stores to the flag that block 0 has released: a store observes nothing, so the fence after it acquires nothing. The
; load (line 13) races with the store (line 15).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
        n = 0
        n = 0
        store.relaxed.grid [1], 2
        fence.acquire.grid
        v = [0]
        jump j
z:      [0] = 7
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race ST FE
