; After the release the same thread stores 2 by a relaxed store. By C++ the thread that loads 2 acquires nothing: the load
; (line 12) races with the store (line 14).
.steps 300
.threads 1
.block 2
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
.expect lockstep trap race 12
.expect volta trap race 12
.covers race AT ST
