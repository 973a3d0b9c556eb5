; A `fetch_cas` that fails writes nothing, so it releases nothing: the load (line 8) races with the store (line 10).
.steps 300
.threads 1
.block 2
.memory 1: 0
        bz btid, z
        f = load.acquire.block [1]
        v = [0]
        jump j
z:      [0] = 7
        f = fetch_cas.release.block [1], 5, 6
j:      sync
        stop
.expect lockstep trap race 8
.expect volta trap race 8
.covers race AT
