; The fence after a relaxed load is ordered after the release, the load itself is not: it races with the weak store (line
; 14).
.steps 300
.threads 1
.block 1
.grid 2
        bz bid, z
        n = 0
        n = 0
        n = 0
        f = load.relaxed.grid [1]
        fence.acquire.grid
        jump j
z:      [1] = 0
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 11
.expect volta trap race 11
.covers race ST
