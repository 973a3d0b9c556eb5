; Thought: word w is in lane w.
        a = tid + 1024
        low = [a]
        w = tid * 2
        x = low
        shfl x, w
        w = w + 1
        y = low
        shfl y, w
        x = x * y
        a = tid + 2048
        [a] = x
        stop
