; Thread 0 loads its word again, since the subtraction has spoilt it.
        x = [tid]
        y = x
        k = tid - 1
        k = max k, 0
        shfl y, k
        x = x - y
        bnz tid, rest
        x = [tid]
rest:   sync
        a = tid + warp_size
        [a] = x
        stop
