; Thought: i is the record that was found.
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
found:  r = i * 16
        k = tid
copy:   more = k < 16
        bz more, copied
        a = r + k
        x = a + 1024
        x = [x]
        a = a + 4096
        [a] = x
        k = k + warp_size
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
