; everywhere alone decides who runs.
        x = [tid]
        calm = x >= 0
        everywhere
        a = tid + warp_size
        [a] = tid
        end_everywhere
        bnz calm, join
join:   sync
        stop
