; The flag is released, but block 1 acquires by a fence of block scope, which does not include block 0: the load (line 14)
; races with the store (line 16).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
l:      f = load.relaxed.grid [1]
        e = f == 0
        bnz e, l
        sync
        fence.acquire.block
        v = [0]
        jump j
z:      [0] = 7
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 14
.expect volta trap race 14
.covers race AT ST FE
