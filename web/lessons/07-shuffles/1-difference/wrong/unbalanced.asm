; Thread 0 jumps to the store, where all are needed anyway.
        x = [tid]
        y = x
        k = tid - 1
        shfl y, k
        bz tid, first
        x = x - y
first:  a = tid + warp_size
        [a] = x
        stop
