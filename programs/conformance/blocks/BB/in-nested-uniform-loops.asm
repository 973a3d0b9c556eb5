; Two loops, both uniform: the open conditionals of both do not matter.
.threads 2
.block 4
        i = 0
l:      c = i < 2
        bz c, e
        k = 0
m:      d = k < 3
        bz d, f
        block_barrier
        k = k + 1
        jump m
f:      sync
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep stat block_barriers == 6
.expect lockstep stat max_sync_depth == 2
.expect volta stop
.expect volta stat block_barriers == 6
.covers BB
