; Within the block, branch_mask asks whether a thread was active before it: the threads that called are counted.
.threads 8
        third = tid % 3
        bnz third, join
        everywhere
        callers = 0
        t = 0
next:   more = t < warp_size
        bz more, all
        branch_mask t, called
        jump skip
called: callers = callers + 1
skip:   t = t + 1
        jump next
all:    sync
        end_everywhere
        [tid] = callers
join:   sync
        stop
.expect memory 0: 3 _ _ 3 _ _ 3 _
