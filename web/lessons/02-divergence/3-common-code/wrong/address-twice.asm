; Load first, store last; the address belongs to each side.
        x = [tid]
        odd = tid % 2
        bz odd, even
        a = tid + warp_size
        x = x + 100
        jump join
even:   a = tid + warp_size
        x = x * 3
join:   sync
        [a] = x
        stop
