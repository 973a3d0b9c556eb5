; Two groups in one step: one pair, and the others each alone.
.threads 4
.block 4
        m = 1 << tid
        c = tid < 2
        bz c, g
        m = 3
g:      sync
        y = reduce.add.u16 m, 1
        stop
.expect lockstep stop
.expect lockstep stat collectives == 3
.expect volta stop
.expect volta stat collectives == 3
.covers RD
