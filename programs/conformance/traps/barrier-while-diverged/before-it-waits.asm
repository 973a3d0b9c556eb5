; The trap does not wait for the barrier to open: warp 1 is at it in the second round, when warp 0 is far from it.
.threads 2
.warps 2
        bz wid, slow            ; warp 0
        barrier
        sync
        stop
slow:   sync
        x = 1
        x = 2
        x = 3
        barrier
        stop
.expect trap barrier-while-diverged 5
.expect active 0-1
.expect var x: _ _
.expect steps 3
.covers barrier-while-diverged
