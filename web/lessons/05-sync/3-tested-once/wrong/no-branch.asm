; It is easier with arithmetic.
        x = [tid]
        low = x < 10
        more = low * 100
        high = x > 50
        by = high + 1
        x = x / by
        x = x + more
        a = tid + warp_size
        [a] = x
        stop
