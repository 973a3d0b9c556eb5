; An update that is seq_cst releases and acquires.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = fetch_or.seq_cst.grid [1], 0
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        k = fetch_exch.seq_cst.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT
