        x = [tid]
        odd = tid % 2
        bz odd, even
        x = x + 100
        jump join
even:   x = x * 3
join:   sync
        a = tid + warp_size
        [a] = x                 ; all lanes at once
        stop
