; In a `wrap` word the count of 200 is -56; so is the constant `block_size`.
.threads 8
.block 200
.word 8 wrap
        n = block_barrier.count 1
        t = block_size
        i = btid
        stop
.expect lockstep stop
.expect lockstep var n: -56
.expect lockstep var t: -56
.expect lockstep var i warp 24: -64 -63 -62 -61 -60 -59 -58 -57
.expect volta stop
.expect volta var n: -56
.expect volta var t: -56
.expect volta var i warp 24: -64 -63 -62 -61 -60 -59 -58 -57
.covers BB
