; Block 1 takes the flag that block 0 released by a relaxed update: block 2 acquires from that, and sees the word.
.steps 300
.threads 1
.block 1
.grid 3
.memory 1: 0
        c = bid == 0
        bz c, a
        [0] = 7
        store.release.grid [1], 1
a:      sync
        c = bid == 1
        bz c, b
l:      f = fetch_cas.relaxed.grid [1], 1, 2
        e = f != 1
        bnz e, l
        sync
b:      sync
        c = bid == 2
        bz c, d
m:      f = load.acquire.grid [1]
        e = f != 2
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
