; Without the fence of thread 1 the load (line 14) races with the store (line 5).
.threads 2
.memory 1: 0
        bnz tid, r
        [0] = 42
        fence.block
        k = fetch_add [1], 1
        jump j
r:      f = fetch_or [1], 0
        z = f == 0
        bz z, d
        jump r
d:      sync
        x = [0]
j:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ 42
.expect volta trap race 14 threads: 1
.covers race FE
