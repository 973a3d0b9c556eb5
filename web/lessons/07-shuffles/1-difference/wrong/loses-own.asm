; After the shuffle, x is mine and y is the neighbour's.
        x = [tid]
        k = tid - 1
        k = max k, 0
        shfl x, k
        y = x
        x = x - y
        a = tid + warp_size
        [a] = x
        stop
