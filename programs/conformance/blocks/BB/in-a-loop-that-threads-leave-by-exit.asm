; In each round one thread exits before the barrier: the others are still the whole warp.
.threads 4
.block 4
        i = 0
l:      c = i < 3
        bz c, e
        d = tid == i
        bz d, on
        exit
on:     sync
        block_barrier
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep var i: 0 1 2 3
.expect lockstep active: 3
.expect lockstep exited: 0 1 2
.expect lockstep stat block_barriers == 3
.expect lockstep warning barrier-exited 11
.expect volta stop
.expect volta var i: 0 1 2 3
.expect volta active: 3
.expect volta exited: 0 1 2
.expect volta stat block_barriers == 3
.expect volta warning barrier-exited 11
.covers BB EX
