; To have seen a write orders that write alone: the load (line 15) of what was stored before it races with the store (line
; 17).
.steps 300
.threads 1
.block 1
.grid 2
.consistency ptx
.memory 1: 0 0
        bz bid, z
l:      f = load.relaxed.grid [1]
        e = f == 0
        bnz e, l
        sync
        [1] = 0
        v = [0]
        jump j
z:      [0] = 7
        store.relaxed.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 15
.expect volta trap race 15
.covers race AT ST
