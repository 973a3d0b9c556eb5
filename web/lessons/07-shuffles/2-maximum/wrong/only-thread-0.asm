; Who has no partner reads the last lane.
        m = [tid]
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid + d
        last = warp_size - 1
        k = min k, last
        other = m
        shfl other, k
        m = max m, other
        d = d * 2
        jump loop
done:   sync
        a = tid + warp_size
        [a] = m
        stop
