; Warp 0 comes to the barrier in the same round as warp 1, and before it: the barrier opens in the turn of warp 1, and nobody
; has waited.
.threads 1
.block 2
        bnz wid, w
        x = 1
w:      sync
        block_barrier
        stop
.expect lockstep stop
.expect lockstep steps 9
.expect lockstep stat waits == 0
.expect volta stop
.expect volta steps 9
.expect volta stat waits == 0
.covers BB
