; `everywhere` wakes lanes that exist only.
.threads 4
.block 6
        bnz tid, j
        everywhere
        n = 1
        end_everywhere
j:      sync
        stop
.expect lockstep stop
.expect lockstep var n: 1 1 1 1
.expect lockstep var n warp 1: 1 1 _ _
.expect lockstep stat lanes_woken == 4
.covers EB
