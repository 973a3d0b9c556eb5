; MT: a branch on wid is uniform in each warp: warp 0 branches, warps 1 and 2 do not.
.threads 2
.warps 3
        bz wid, zero
        [wid] = 7
zero:   sync
        stop
.expect memory 0: _ 7 7
.expect stat branches_uniform == 3
.expect stat branches_divergent == 0
.covers MT BT BF
