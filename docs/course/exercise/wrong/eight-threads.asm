; "A warp has eight threads."
        x = [tid]
        over = x > 100
        bz over, join
        x = 100
join:   sync
        a = tid + 8
        [a] = x
        stop
