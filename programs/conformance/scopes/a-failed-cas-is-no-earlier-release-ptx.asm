; A `fetch_cas` that fails is a load, and no release for the store after it: the load (line 13) races with the store (line
; 15).
.steps 300
.threads 1
.block 2
.consistency ptx
.memory 1: 0 0
        bz btid, z
l:      f = load.acquire.block [1]
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        f = fetch_cas.release.block [1], 5, 6
        store.relaxed.block [1], 1
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race AT ST
