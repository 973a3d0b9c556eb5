; Lanes that do not exist are not in the set.
.threads 4
.block 6
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: 15 15 15 15
.expect lockstep var m warp 1: 3 3 _ _
.expect volta stop
.expect volta var m: 15 15 15 15
.expect volta var m warp 1: 3 3 _ _
.expect volta warning activemask 4
.covers AM
