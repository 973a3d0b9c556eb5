; Each thread walks over its own row, word by word.
        calls = [tid]
        bz calls, join
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, row
        jump next
row:    a = tid * warp_size
        a = a + warp_size
        a = a + lane
        x = [a]
        x = x * 2
        [a] = x
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
join:   sync
        stop
