; MM: warps share Σ; after a barrier each reads what the other stored.
.threads 1
.warps 2
        [wid] = wid
        barrier
        a = 1 - wid
        x = [a]
        a = wid + 10
        [a] = x
        stop
.expect memory 0: 0 1
.expect memory 10: 1 0
.covers MM BR
