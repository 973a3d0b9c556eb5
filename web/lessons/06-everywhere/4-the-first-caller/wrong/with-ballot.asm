; The lowest bit of the ballot is the first caller.
        x = [tid]
        neg = x < 0
        votes = ballot neg
        lane = 0 - votes
        lane = lane & votes
        lane = lane - 1
        lane = popc lane
        bz neg, join
        everywhere
        branch_mask lane, store
store:  a = tid + warp_size
        [a] = lane
        end_everywhere
join:   sync
        stop
