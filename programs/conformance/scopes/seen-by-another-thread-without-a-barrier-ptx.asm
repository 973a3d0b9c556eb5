; Without the barrier the load of thread 0 is not ordered before the store of thread 1 (line 17).
.steps 300
.consistency ptx
.threads 1
.block 2
.grid 2
.memory 1: 0
        bz bid, z
        bnz btid, i
        n = 0
        f = load.relaxed.grid [1]
        jump k
i:      n = 0
        n = 0
        n = 0
        n = 0
        [1] = 0
k:      sync
        jump j
z:      bnz btid, y
        k0 = fetch_add [1], 1
y:      sync
j:      sync
        stop
.expect lockstep trap race 17
.expect volta trap race 17
.covers race AT
