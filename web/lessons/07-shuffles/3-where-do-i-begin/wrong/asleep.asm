; Only who adds needs the shuffle.
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        has = tid >= d
        bz has, skip
        up = s
        shfl up, k
        s = s + up
skip:   sync
        d = d * 2
        jump loop
done:   sync
        s = s - x
        a = tid + warp_size
        [a] = s
        stop
