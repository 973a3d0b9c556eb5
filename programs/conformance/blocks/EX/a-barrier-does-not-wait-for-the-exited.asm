; A `barrier` opens when the warp that it waits for exits.
.threads 1
.warps 2
        bz wid, w
        x = 1
        exit
w:      sync
        barrier
        y = 1
        stop
.expect lockstep stop
.expect lockstep active: 0
.expect lockstep active warp 1:
.expect lockstep var y: 1
.expect lockstep var x warp 1: 1
.expect volta stop
.expect volta active: 0
.expect volta active warp 1:
.expect volta var y: 1
.expect volta var x warp 1: 1
.covers EX BR
