; Thread 0 releases to thread 1 of its block by block scope, and thread 1 to block 1 by grid scope: order is passed on.
.steps 300
.threads 1
.block 2
.grid 2
.memory 1: 0 0
        g = bid * 2
        g = g + btid
        c = g == 0
        bz c, a
        [0] = 7
        store.release.block [1], 1
a:      sync
        c = g == 1
        bz c, b
l:      f = load.acquire.block [1]
        e = f != 1
        bnz e, l
        sync
        store.release.grid [2], 1
b:      sync
        c = g == 2
        bz c, d
m:      f = load.acquire.grid [2]
        e = f != 1
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
