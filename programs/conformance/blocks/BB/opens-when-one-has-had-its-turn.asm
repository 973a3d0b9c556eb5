; A barrier opens in a round in which a thread that waits at it has stepped with its warp: the thread passes in the next round,
; and neither steps a second time in this one nor waits again.
.threads 2
.warps 2
.model volta
.order random 2
        bz wid, L3
        p = 0
L3:
        sync
        syncwarp 3
        barrier
        x = tid
        syncwarp 3
        block_barrier
        y = tid
        stop
.expect stop
.expect steps 38
.covers SW BB
