; Without the barrier the load of thread 0 is not ordered before that of thread 1 (line 23), which races with the atomic
; (line 27).
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
        n = 0
        n = 0
        jump k
i:      n = 0
        n = 0
        n = 0
        n = 0
k:      sync
        n = 0
        bz btid, y
        v = [1]
y:      sync
        jump j
z:      bnz btid, x
        k0 = fetch_add [1], 1
x:      sync
j:      sync
        stop
.expect lockstep trap race 23
.expect volta trap race 23
.covers race AT
