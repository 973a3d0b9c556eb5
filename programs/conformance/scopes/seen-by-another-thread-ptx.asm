; Thread 0 of block 1 has seen the atomic of block 0 (line 27), and a block barrier orders its load before the load of
; thread 1.
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
        block_barrier
        bz btid, y
        v = [1]
y:      sync
        jump j
z:      bnz btid, x
        k0 = fetch_add [1], 1
x:      sync
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 3: 1
.expect volta stop
.expect volta var v warp 3: 1
.covers AT
