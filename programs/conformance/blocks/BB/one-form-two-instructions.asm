; Two instructions of one form pair, and the values of both are counted. The run warns of it.
.threads 1
.block 2
        bz wid, p
        n = block_barrier.count 1
        jump j
p:      n = block_barrier.count 0
j:      sync
        stop
.expect lockstep stop
.expect lockstep var n: 1
.expect lockstep var n warp 1: 1
.expect lockstep warning barrier-instructions 7
.expect volta stop
.expect volta var n: 1
.expect volta var n warp 1: 1
.expect volta warning barrier-instructions 7
.covers BB
