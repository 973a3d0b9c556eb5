; A barrier waits for the warps that have not stopped: warp 1 stopped without one.
.threads 2
.warps 3
.memory 0: 0
        other = wid == 1
        bz other, on
        sync
        stop                    ; warp 1
on:     sync
        barrier
        n = atomic_inc [0]
        stop
.expect stop
.expect memory 0: 4
.expect steps 16
.covers BR STOP
