; MT: in a run of one warp wid is 0.
.threads 2
        x = wid
        x = x + 5
        stop
.expect var x: 5 5
.covers MT
