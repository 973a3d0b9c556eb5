; Thread 0 of block 1 has seen the atomic of block 0, and a block barrier orders its load before the store of thread 1.
.steps 300
.consistency ptx
.threads 1
.block 2
.grid 2
.memory 1: 0
        bz bid, z
        bnz btid, i
l:      f = load.relaxed.grid [1]
        bz f, l
        sync
i:      sync
        block_barrier
        bz btid, k
        [1] = 0
k:      sync
        jump j
z:      bnz btid, y
        k0 = fetch_add [1], 1
y:      sync
j:      sync
        stop
.expect lockstep stop
.expect lockstep memory 1: 0
.expect volta stop
.expect volta memory 1: 0
.covers AT
