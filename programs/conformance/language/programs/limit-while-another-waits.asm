; Warp 1 waits at a barrier that warp 0, in an endless loop, never comes to: warp 0's limit ends the run of both.
.threads 1
.warps 2
.steps 100000
        bz wid, spin            ; warp 0
        sync
        barrier
        stop
spin:   sync
loop:   jump loop
.expect limit steps
.expect steps 100002
.expect stat by_instruction.barrier == 0
.covers JP
