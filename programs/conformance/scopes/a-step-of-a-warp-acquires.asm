; By one acquiring load (line 14) thread 1 of block 1 takes the flag and thread 0 the word that was stored before the
; release (line 17). In lock step that is one event. Of independent threads, the load of thread 0 acquires nothing.
.steps 300
.threads 2
.block 2
.grid 2
.memory 0: 0 0
        bz bid, z
        n = 0
        n = 0
        n = 0
        n = 0
        n = 0
        f = load.acquire.grid [tid]
        jump j
z:      bnz tid, i
        [0] = 7
        store.release.grid [1], 1
i:      sync
j:      sync
        stop
.expect lockstep stop
.expect lockstep var f warp 1: 7 1
.expect volta trap race 14
.covers race AT ST
