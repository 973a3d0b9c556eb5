; The releasing store is ordered before what follows the acquiring load: the flag may be cleared by a weak store.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
l:      f = load.acquire.grid [1]
        bz f, l
        sync
        [1] = 0
        jump j
z:      store.release.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep memory 1: 0
.expect volta stop
.expect volta memory 1: 0
.covers AT ST
