; undefined-variable: a trap in one warp ends the run; warp 0 had done as much as its turns allowed.
.threads 1
.warps 2
        bnz wid, join
        x = 1
join:   sync
        [wid] = x
        stop
.expect trap undefined-variable 7
.expect memory 0: _ _
.expect steps 5
.covers undefined-variable
