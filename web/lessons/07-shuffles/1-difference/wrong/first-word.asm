; Thread 0 reads itself, then nothing can be undefined.
        x = [tid]
        y = x
        k = tid - 1
        k = max k, 0
        shfl y, k
        x = x - y
        a = tid + warp_size
        [a] = x
        stop
