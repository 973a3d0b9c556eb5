; As for the sum: partners whose numbers differ in one bit.
        m = [tid]
        d = warp_size / 2
loop:   more = d > 0
        bz more, done
        k = tid ^ d
        other = m
        shfl other, k
        m = max m, other
        d = d / 2
        jump loop
done:   sync
        a = tid + warp_size
        [a] = m
        stop
