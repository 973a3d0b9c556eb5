        last = warp_size - 1
        a = last - tid          ; N-1, N-2, ... 0
        x = [a]
        a = tid + warp_size
        [a] = x
        stop
