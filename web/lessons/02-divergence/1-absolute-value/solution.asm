        x = [tid]
        negative = x < 0
        bz negative, join       ; nothing to do
        x = 0 - x
join:   sync
        a = tid + warp_size
        [a] = x                 ; all threads
        stop
