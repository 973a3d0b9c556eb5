; Block 0 clears its flag by a weak store, then releases it. The store is ordered before the head of the release, and the
; head before the acquiring load itself, which so does not race with the weak store.
.steps 300
.threads 1
.block 1
.grid 2
        bz bid, z
        n = 0
        n = 0
        n = 0
        f = load.acquire.grid [1]
        fence.acquire.grid
        jump j
z:      [1] = 0
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var f warp 1: 1
.expect volta stop
.expect volta var f warp 1: 1
.covers AT ST FE
