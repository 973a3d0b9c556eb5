; Thought: the threads of the first half shuffle the first load, the others the second.
        a = tid + 1024
        low = [a]
        a = a + warp_size
        high = [a]
        w = tid * 2
        x = 0
        y = 0
        k = w % warp_size
        l = k + 1
        first = w < warp_size
        bz first, second
        x = low
        shfl x, k
        y = low
        shfl y, l
        jump both
second: x = high
        shfl x, k
        y = high
        shfl y, l
both:   sync
        x = x * y
        a = tid + 2048
        [a] = x
        stop
