; no race with a barrier between the store and the other warp's load.
.threads 1
.warps 2
        [wid] = wid
        barrier
        a = wid ^ 1
        x = [a]
        a = wid + 2
        [a] = x
        stop
.expect stop
.expect memory 0: 0 1 1 0
.covers BR ST LD
