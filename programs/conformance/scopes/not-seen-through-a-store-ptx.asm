; Block 1 stores instead. Block 2 has seen its store, but not that of block 0 (line 10), with which line 32 races.
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
        store.relaxed.grid [1], 2
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
.expect lockstep trap race 32
.expect volta trap race 32
.covers race AT ST
