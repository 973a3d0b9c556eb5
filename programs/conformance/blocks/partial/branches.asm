; The lanes that do not exist are in neither half.
.threads 4
.block 3
        bz tid, e
        m = activemask
e:      sync
        n = reduce.add 7, 1
        stop
.expect lockstep stop
.expect lockstep var m: _ 6 6 _
.expect lockstep var n: 3 3 3 _
.expect lockstep stat active_lane_instructions == 14
.expect volta var n: 3 3 3 _
.expect volta stop
.covers BD RD
