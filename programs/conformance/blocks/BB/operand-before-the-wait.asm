; The operand is checked when the warp comes to the barrier, before it waits for the other.
.threads 1
.block 2
        bz wid, e
        y = 1
        y = 2
        y = 3
        x = 1
e:      sync
        n = block_barrier.count x
        stop
.expect lockstep trap undefined-variable 10 warp 0
.expect lockstep var y warp 1: 1
.expect volta trap undefined-variable 10 warp 0
.expect volta var y warp 1: 1
.covers undefined-variable
