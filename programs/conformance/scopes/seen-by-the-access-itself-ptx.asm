; Block 1 loads the second word that block 0 has stored. Its load (line 13) is the first that sees a write of block 0, and is
; not ordered before itself: it races with the store of block scope (line 15).
.steps 300
.consistency ptx
.threads 1
.block 1
.grid 2
.memory 0: 0
        bz bid, z
        n = 0
        n = 0
        n = 0
        v = load.acquire.grid [0]
        jump j
z:      store.relaxed.block [0], 1
        store.relaxed.grid [0], 2
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race ST
