; The conditional ends first, then all are awake and the block ends.
        x = [tid]
        a = tid + warp_size
        calm = x >= 0
        bnz calm, join
        everywhere
        [a] = tid
join:   sync
        end_everywhere
        stop
