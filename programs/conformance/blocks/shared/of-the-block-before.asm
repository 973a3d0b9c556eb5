; Block 1 must not use the memory of block 0.
.threads 1
.block 1
.grid 2
.shared s 2
        a = s - bid
        [a] = 1
        stop
.expect lockstep trap invalid-address 7 warp 1
.expect lockstep shared 0 0: 1 _
.expect volta trap invalid-address 7 warp 1
.expect volta shared 0 0: 1 _
.covers invalid-address
