; A block barrier in a loop that all threads repeat equally often. The open conditional of the loop does not matter.
.threads 2
.block 4
        i = 0
l:      c = i < 3
        bz c, e
        block_barrier
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep stat block_barriers == 3
.expect volta stop
.expect volta stat block_barriers == 3
.covers BB
