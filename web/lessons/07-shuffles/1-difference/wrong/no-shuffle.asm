; The word before mine is at the address before mine.
        x = [tid]
        bz tid, first
        k = tid - 1
        y = [k]
        x = x - y
first:  sync
        a = tid + warp_size
        [a] = x
        stop
