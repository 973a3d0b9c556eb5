; Only the alarm needs the address, so it is computed there.
        x = [tid]
        calm = x >= 0
        bnz calm, join
        a = tid + warp_size
        everywhere
        [a] = tid
        end_everywhere
join:   sync
        stop
