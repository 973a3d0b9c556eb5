; The prefix sum is the answer.
        x = [tid]
        s = x
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        k = max k, 0
        up = s
        shfl up, k
        has = tid >= d
        bz has, skip
        s = s + up
skip:   sync
        d = d * 2
        jump loop
done:   sync
        stored = 1
        a = tid + warp_size
        [a] = s
        stop
