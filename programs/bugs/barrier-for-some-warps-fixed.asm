; flashinfer-ai/flashinfer#2996, fixed: every warp passes the barrier, between two conditionals.
.threads 4
.warps 3
.const COMPUTING 2
.const BOX 0
.const OUT 8
        works = wid < COMPUTING
        bz works, load
        x = wid + 1
        a = wid + BOX
        bnz tid, put
        [a] = x
put:    sync
        jump join
load:   x = 0
join:   sync
        barrier
        bz works, end
        y = [0]
        z = [1]
        y = y + z
        a = wid + OUT
        [a] = y
end:    sync
        stop
.expect stop
.expect memory 8: 3 3 _
