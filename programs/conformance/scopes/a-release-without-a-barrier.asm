; Without the barrier nothing orders the store of thread 0 (line 12) before the release of thread 1: it races with line
; 25.
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
        n = 0
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
.expect lockstep trap race 25
.expect volta trap race 25
.covers race AT ST
