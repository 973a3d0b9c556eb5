; The warps need not wait at the same `barrier`: warp 0 waits at one, the others at another.
.threads 64
.warps 3
.memory 0: 0
        n = atomic_inc [0]
        bz wid, first
        sync
        barrier
        x = [0]
        stop
first:  sync
        barrier
        y = [0]
        stop
.expect stop
.expect var x: _
.expect var y: 192 192
.expect steps 18
.covers BR
