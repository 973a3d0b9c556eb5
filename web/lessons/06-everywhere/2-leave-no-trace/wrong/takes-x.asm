; x is the word to store, here 0.
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        everywhere
        x = 0
        b = 2 * warp_size
        b = b + tid
        [b] = x
        end_everywhere
join:   sync
        [a] = x
        stop
