; Block 2 has seen the update of block 1, and through it the store of block 0: its weak load races with neither.
.steps 300
.consistency ptx
.threads 1
.block 1
.grid 3
.memory 1: 0
        c = bid == 0
        bz c, a
        store.relaxed.grid [1], 1
a:      sync
        c = bid == 1
        bz c, b
l:      f = load.relaxed.grid [1]
        e = f != 1
        bnz e, l
        sync
        k = fetch_add [1], 1
b:      sync
        c = bid == 2
        bz c, d
        n = 0
        n = 0
        n = 0
        n = 0
        n = 0
        n = 0
m:      f = load.relaxed.grid [1]
        e = f != 2
        bnz e, m
        sync
        v = [1]
d:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 2: 2
.expect volta stop
.expect volta var v warp 2: 2
.covers AT ST
