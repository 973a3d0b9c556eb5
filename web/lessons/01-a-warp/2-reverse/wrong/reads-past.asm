; Counted from the end, the word of thread t is number N - t.
        a = warp_size - tid
        x = [a]
        a = tid + warp_size
        [a] = x
        stop
