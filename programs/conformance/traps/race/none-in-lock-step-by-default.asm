; no race under .races warp if another thread of the warp reads in a later instruction.
.threads 2
.races warp
        [tid] = tid
        k = tid ^ 1
        x = [k]
        stop
.expect stop
.expect var x: 1 0
.covers ST LD
