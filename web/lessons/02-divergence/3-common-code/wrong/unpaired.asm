; With the store after the conditional, the second side needs no sync.
        x = [tid]
        odd = tid % 2
        bz odd, even
        x = x + 100
        sync
        jump join
even:   x = x * 3
join:   a = tid + warp_size
        [a] = x
        stop
