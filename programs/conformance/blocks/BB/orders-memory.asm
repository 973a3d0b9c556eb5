; What was stored before the barrier is read after it, across warps and, of independent threads, within one.
.threads 2
.block 4
.shared s 4
        a = s + btid
        [a] = btid
        block_barrier
        b = s + 3
        b = b - btid
        x = [b]
        stop
.expect lockstep stop
.expect lockstep var x: 3 2
.expect lockstep var x warp 1: 1 0
.expect lockstep shared 0 0: 0 1 2 3
.expect volta stop
.expect volta var x: 3 2
.expect volta var x warp 1: 1 0
.expect volta shared 0 0: 0 1 2 3
.covers BB LD
