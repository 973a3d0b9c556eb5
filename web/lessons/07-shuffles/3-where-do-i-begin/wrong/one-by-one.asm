; Distance 1, 2, 3, …, each word once.
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        k = max k, 0
        up = x
        shfl up, k
        has = tid >= d
        bz has, skip
        s = s + up
skip:   sync
        d = d + 1
        jump loop
done:   sync
        s = s - x
        a = tid + warp_size
        [a] = s
        stop
