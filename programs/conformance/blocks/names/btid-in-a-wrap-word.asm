; In a `wrap` word of 8 bits `btid` and `block_size` are read modulo 256, by branches too.
.threads 1
.word 8 wrap
.block 257
        a = btid
        c = block_size
        e = 0
        bz btid, one
        e = 1
one:    sync
        stop
.expect stop
.expect var a warp 199: -57
.expect var a warp 256: 0
.expect var c: 1
.expect var e: 0
.expect var e warp 1: 1
.expect var e warp 256: 0
.covers BT BF MT
