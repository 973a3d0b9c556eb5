; The threads never part in this loop, so no sync is needed.
        m = [tid]
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid + d
        k = k % warp_size
        other = m
        shfl other, k
        m = max m, other
        d = d * 2
        jump loop
done:   a = tid + warp_size
        [a] = m
        stop
