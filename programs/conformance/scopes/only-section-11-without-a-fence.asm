; Atomics without an order release nothing, as in section 11: without the first fence the load (line 14) races with the
; store (line 16).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = fetch_or [1], 0
        e = f == 0
        bnz e, l
        sync
        fence.grid
        v = [0]
        jump j
z:      [0] = 7
        n = 0
        k = fetch_add [1], 1
j:      sync
        stop
.expect lockstep trap race 14
.expect volta trap race 14
.covers race AT FE
