; Multiplying by has makes the value 0 if the lane does not exist.
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        up = s
        shfl up, k
        has = tid >= d
        up = up * has
        s = s + up
        d = d * 2
        jump loop
done:   sync
        s = s - x
        a = tid + warp_size
        [a] = s
        stop
