; Each thread asks about itself, all at once.
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
        branch_mask tid, found
found:  a = tid + warp_size
        [a] = lane
        end_everywhere
join:   sync
        stop
