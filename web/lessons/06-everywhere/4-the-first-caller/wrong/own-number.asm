; At found, tid is the caller.
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
next:   branch_mask lane, found
        lane = lane + 1
        jump next
found:  a = tid + warp_size
        [a] = tid
        end_everywhere
join:   sync
        stop
