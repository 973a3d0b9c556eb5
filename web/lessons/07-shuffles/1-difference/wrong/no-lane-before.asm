; From a lane that does not exist comes 0.
        x = [tid]
        y = x
        k = tid - 1
        shfl y, k
        x = x - y
        a = tid + warp_size
        [a] = x
        stop
