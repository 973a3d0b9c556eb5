; The result names only lanes that exist.
.threads 4
.block 6
        a = match.all 15, 7
        y = match.any 15, 7
        stop
.expect lockstep stop
.expect lockstep var a: 15 15 15 15
.expect lockstep var a warp 1: 3 3 _ _
.expect lockstep var y warp 1: 3 3 _ _
.expect volta stop
.expect volta var a: 15 15 15 15
.expect volta var a warp 1: 3 3 _ _
.expect volta var y warp 1: 3 3 _ _
.covers MA
