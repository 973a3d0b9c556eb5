; Thread 0 has no neighbour, so it skips the lines for those that have one.
        x = [tid]
        bz tid, first
        y = x
        k = tid - 1
        shfl y, k
        x = x - y
first:  sync
        a = tid + warp_size
        [a] = x
        stop
