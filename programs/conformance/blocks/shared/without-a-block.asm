; `.shared` does not need `.block`: the grid is one block, and its two warps share the object.
.threads 1
.warps 2
.shared s 2
        a = s + wid
        [a] = wid
        barrier
        b = s + 1
        x = [b]
        stop
.expect stop
.expect var x: 1
.expect var x warp 1: 1
.expect shared 0 0: 0 1
.covers BR ST LD
