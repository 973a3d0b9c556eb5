; After the wait, the barrier of the grid orders the copies.
.threads 1
.warps 2
.memory 0: 5 6
        a = wid + 2
        copy.async [a], [wid]
        async.commit
        async.wait 0
        barrier
        b = 3 - wid
        v = [b]
        stop
.expect stop
.expect var v warp 0: 6
.expect var v warp 1: 5
.covers AC AG AW BR
