; It is right, so it is done.
        odd = tid % 2
        bz odd, even
        x = [tid]               ; the odd threads: plus 100
        x = x + 100
        a = tid + warp_size
        [a] = x
        jump join
even:   x = [tid]               ; the even threads: times 3
        x = x * 3
        a = tid + warp_size
        [a] = x
join:   sync
        stop
