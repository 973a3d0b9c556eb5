; In lock step a fence and an atomic of thread 1 are of its warp, and order the store of thread 0 (line 8). Of independent
; threads they are of thread 1: a race with the load of line 22.
.threads 2
.block 4
.memory 1: 0
        bnz wid, r
        bnz tid, o
        [0] = 42
        jump p
o:      fence.block
        k = fetch_add [1], 1
p:      sync
        jump j
r:      y = 0
        y = 1
        y = 2
        y = 3
        y = 4
        y = 5
        f = fetch_or [1], 0
        fence.block
        x = [0]
j:      sync
        stop
.expect lockstep stop
.expect lockstep var x warp 1: 42 42
.expect lockstep var f warp 1: 1 1
.expect volta trap race 22 warp 1 threads: 0
.covers FE race
