; The memory of block b begins b times its size after the highest address.
.threads 1
.block 1
.grid 3
.shared a 2
.shared b 3
        x = a
        y = b
        [b] = bid
        stop
.expect lockstep stop
.expect lockstep var x: 16777216
.expect lockstep var y: 16777218
.expect lockstep var x warp 2: 16777226
.expect lockstep var y warp 2: 16777228
.expect lockstep shared 0 0: _ _ 0 _ _
.expect lockstep shared 2 0: _ _ 2 _ _
.expect volta stop
.expect volta var x: 16777216
.expect volta var y: 16777218
.expect volta var x warp 2: 16777226
.expect volta var y warp 2: 16777228
.expect volta shared 0 0: _ _ 0 _ _
.expect volta shared 2 0: _ _ 2 _ _
.covers ST AS
