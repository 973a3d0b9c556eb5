; Block 1 stores to the flag instead: the chain ends there. The load of block 2 (line 28) races with the store of block 0
; (line 10).
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
l:      f = load.relaxed.grid [1]
        e = f != 1
        bnz e, l
        sync
        store.relaxed.grid [1], 2
b:      sync
        c = bid == 2
        bz c, d
m:      f = load.relaxed.grid [1]
        e = f != 2
        bnz e, m
        sync
        f = load.acquire.grid [1]
        v = [0]
d:      sync
        stop
.expect lockstep trap race 28
.expect volta trap race 28
.covers race AT ST
