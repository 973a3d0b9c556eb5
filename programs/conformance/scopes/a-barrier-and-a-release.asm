; A chain of a block barrier and a release: thread 1 releases what thread 0 has stored before the barrier.
.steps 300
.threads 1
.block 2
.grid 2
.memory 1: 0
        g = bid * 2
        g = g + btid
        c = g == 0
        bz c, a
        [0] = 7
a:      sync
        block_barrier
        c = g == 1
        bz c, b
        store.release.grid [1], 1
b:      sync
        c = g == 2
        bz c, d
m:      f = load.acquire.grid [1]
        e = f == 0
        bnz e, m
        sync
        v = [0]
d:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 2: 7
.expect volta stop
.expect volta var v warp 2: 7
.covers AT ST
