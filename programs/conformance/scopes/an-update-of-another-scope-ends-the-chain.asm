; The update of block 1 does not observe that of block scope of block 0, so the load after it observes the own update alone:
; line 32 races with the store (line 12).
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
        k = fetch_add.relaxed.block [1], 1
        store.release.grid [2], 1
b:      sync
        c = g == 2
        bz c, d
m:      f = load.acquire.grid [2]
        e = f == 0
        bnz e, m
        sync
        k = fetch_add.relaxed.grid [1], 1
        f = load.acquire.grid [1]
        v = [0]
d:      sync
        stop
.expect lockstep trap race 32
.expect volta trap race 32
.covers race AT ST
