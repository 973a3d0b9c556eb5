; The flag itself is a plain word: the store that raises it (line 7) races with the load that looks at it (line 9).
.threads 2
.memory 1: 0
        bnz tid, r
        [0] = 42
        fence.block
        [1] = 1
        jump j
r:      f = [1]
        z = f == 0
        bz z, d
        jump r
d:      sync
        fence.block
        x = [0]
j:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ 42
.expect volta trap race 7 threads: 0
.covers race FE
