; Thread 1 of block 0 updates the flag that thread 0 has released, without an order, and signals block 1 by another flag. Block
; 1 observes the update, and through it the release.
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
        store.release.grid [1], 1
a:      sync
        c = g == 1
        bz c, b
l:      f = load.relaxed.grid [1]
        e = f == 0
        bnz e, l
        sync
        k = fetch_add.relaxed.grid [1], 1
        store.release.grid [2], 1
b:      sync
        c = g == 2
        bz c, d
m:      f = load.acquire.grid [2]
        e = f == 0
        bnz e, m
        sync
        f = load.acquire.grid [1]
        v = [0]
d:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 2: 7
.expect volta stop
.expect volta var v warp 2: 7
.covers AT ST
