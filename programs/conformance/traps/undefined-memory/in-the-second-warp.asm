; undefined-memory: one warp's trap ends the run of all.
.threads 1
.warps 2
.memory 0: 4
        x = [wid]            ; warp 1
        stop
.expect trap undefined-memory 5
.expect steps 1
.expect var x: 4
.covers undefined-memory LD
