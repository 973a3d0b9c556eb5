; `atomic_inc` is an atomic like the others.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        y = 1
        y = 2
        y = 3
        f = atomic_inc [1]
        fence.block
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = atomic_inc [1]
        exit
.expect lockstep stop
.expect lockstep var x warp 1: 42
.expect lockstep var f warp 1: 2
.expect volta stop
.expect volta var x warp 1: 42
.expect volta var f warp 1: 2
.covers FE AT
