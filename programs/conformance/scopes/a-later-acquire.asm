; By C++ it is not: the load (line 14) races with the store (line 16).
.steps 300
.threads 1
.block 2
.consistency c++
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
.expect lockstep trap race 14
.expect volta trap race 14
.covers race AT ST
