; Once around the ring.
        m = [tid]
        d = 1
        x = m
loop:   more = d < warp_size
        bz more, done
        k = tid + d
        k = k % warp_size
        other = x
        shfl other, k
        m = max m, other
        d = d + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = m
        stop
