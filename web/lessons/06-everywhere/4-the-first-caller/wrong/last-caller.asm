; Look at all lanes and note each caller.
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
next:   more = lane < warp_size
        bz more, end
        branch_mask lane, note
        jump step
note:   first = lane
step:   lane = lane + 1
        jump next
end:    sync
        a = tid + warp_size
        [a] = first
        end_everywhere
join:   sync
        stop
