; When the caller is found, the loop is over: jump out of it.
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
next:   more = lane < warp_size
        bz more, end
        branch_mask lane, found
        lane = lane + 1
        jump next
end:    sync
found:  a = tid + warp_size
        [a] = lane
        end_everywhere
join:   sync
        stop
