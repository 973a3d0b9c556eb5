; Here the scope of the update is the block: block 1 does not observe it, nor anything through it. It is ordered before the
; load of the flag, but the store (line 12) is not: its race is with line 31.
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
        f = load.acquire.grid [1]
        v = [0]
d:      sync
        stop
.expect lockstep trap race 31
.expect volta trap race 31
.covers race AT ST
