; Two instructions that pair assign different variables.
.threads 1
.block 2
        bz wid, p
        a = block_barrier.count 1
        jump j
p:      b = block_barrier.count 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var a: _
.expect lockstep var b: 2
.expect lockstep var a warp 1: 2
.expect lockstep var b warp 1: _
.expect lockstep warning barrier-instructions
.expect volta stop
.expect volta var a: _
.expect volta var b: 2
.expect volta var a warp 1: 2
.expect volta var b warp 1: _
.expect volta warning barrier-instructions
.covers BB
