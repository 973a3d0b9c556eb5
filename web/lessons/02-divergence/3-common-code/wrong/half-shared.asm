; The store comes after the sync now.
        odd = tid % 2
        bz odd, even
        x = [tid]
        x = x + 100
        jump join
even:   x = [tid]
        x = x * 3
join:   sync
        a = tid + warp_size
        [a] = x
        stop
