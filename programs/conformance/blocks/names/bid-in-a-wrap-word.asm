; In a `wrap` word of 8 bits `bid` and `grid_size` are read modulo 256, by branches too.
.threads 1
.word 8 wrap
.block 1
.grid 258
        b = bid
        d = grid_size
        e = 0
        bnz bid, one
        e = 1
one:    sync
        stop
.expect stop
.expect var b warp 200: -56
.expect var b warp 257: 1
.expect var d: 2
.expect var e: 1
.expect var e warp 1: 0
.expect var e warp 256: 1
.covers BT BF MT
