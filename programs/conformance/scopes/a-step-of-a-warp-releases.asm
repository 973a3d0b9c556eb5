; Warp 0 stores to both addresses by one releasing store (line 18). In lock step that is one event, so what follows the
; acquiring load comes after both. Of independent threads, that of the flag does not release the store of the other.
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
        bnz tid, i
        f = load.acquire.grid [1]
        v = [0]
i:      sync
        jump j
z:      store.release.grid [tid], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 1 _
.expect volta trap race 15
.covers race AT ST
