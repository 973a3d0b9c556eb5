; Thread 0 stores, fences and raises a flag by an atomic; thread 1 spins on the flag by an atomic, fences and loads.
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
        fence.block
        x = [0]
j:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ 42
.expect volta stop
.expect volta var x: _ 42
.covers FE AT
