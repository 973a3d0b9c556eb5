; The own bit of the ballot is the answer.
        x = [tid]
        big = x > 9
        high = ballot big
        all = high >> tid
        all = all & 1
        a = tid + warp_size
        [a] = all
        stop
