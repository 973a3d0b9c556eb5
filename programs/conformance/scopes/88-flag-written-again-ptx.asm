; By PTX the later store of the same thread releases, too (P1).
.steps 300
.threads 1
.block 2
.consistency ptx
.memory 1: 0
        bz btid, z
l:      f = load.acquire.block [1]
        e = f != 2
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        store.release.block [1], 1
        store.relaxed.block [1], 2
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST
