; The same name is another word in each block.
.threads 1
.block 1
.grid 2
.shared s 1
        [s] = bid
        x = [s]
        stop
.expect lockstep stop
.expect lockstep var x: 0
.expect lockstep var x warp 1: 1
.expect lockstep shared 1 0: 1
.expect volta stop
.expect volta var x: 0
.expect volta var x warp 1: 1
.expect volta shared 1 0: 1
.covers ST LD
