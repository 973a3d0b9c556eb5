; A `barrier` orders all threads of the grid in both models.
.threads 2
.warps 2
        a = wid * 2
        a = a + tid
        [a] = a
        barrier
        b = 3 - a
        x = [b]
        stop
.expect lockstep stop
.expect lockstep var x: 3 2
.expect lockstep var x warp 1: 1 0
.expect volta stop
.expect volta var x: 3 2
.expect volta var x warp 1: 1 0
.covers BR
