; With max k, 0 every lane exists, so no condition is needed.
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        k = max k, 0
        up = s
        shfl up, k
        s = s + up
        d = d * 2
        jump loop
done:   sync
        s = s - x
        a = tid + warp_size
        [a] = s
        stop
