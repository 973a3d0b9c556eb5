; All threads load and multiply first.
        x = [tid]
        x = x * 3
        odd = tid % 2
        bz odd, join
        x = x + 100
join:   sync
        a = tid + warp_size
        [a] = x
        stop
