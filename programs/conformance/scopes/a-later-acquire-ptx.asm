; Thread 1 has seen the release by a relaxed load, and then acquires the flag, in which its own word is now. By PTX this load
; is a tail of the first one (P2).
.steps 300
.threads 1
.block 2
.consistency ptx
.memory 1: 0 0
        bz btid, z
l:      f = load.relaxed.block [1]
        e = f == 0
        bnz e, l
        sync
        store.relaxed.block [1], 2
        f = load.acquire.block [1]
        v = [0]
        jump j
z:      [0] = 7
        store.release.block [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST
