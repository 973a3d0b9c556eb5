; Each thread asks whether it was active itself.
        calls = [tid]
        bz calls, join
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask tid, row
        jump next
row:    a = lane * warp_size
        a = a + warp_size
        a = a + tid
        x = [a]
        x = x * 2
        [a] = x
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
join:   sync
        stop
