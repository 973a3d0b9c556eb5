; Thought: the outer loop is not running while the block is, so i is free.
        n = [0]
        i = tid
keys:   more = i < n
        bz more, over
        a = i + 100
        key = [a]
        wanted = key == 1
        bz wanted, skip
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, found
        jump next
found:  r = i
        shfl r, lane
        r = r * 16
        i = tid
copy:   more = i < 16
        bz more, copied
        a = r + i
        x = a + 1024
        x = [x]
        a = a + 4096
        [a] = x
        i = i + warp_size
        jump copy
copied: sync
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
skip:   sync
        i = i + warp_size
        jump keys
over:   sync
        stop
