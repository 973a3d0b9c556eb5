; All threads of a warp have one wid: a branch on it is uniform in every warp.
.threads 32
.warps 2
        bz wid, first
        jump join
first:  jump join
join:   sync
        stop
.expect stop
.expect steps 8
.expect stat branches_divergent == 0
.expect stat branches_uniform == 2
.covers BT BF
