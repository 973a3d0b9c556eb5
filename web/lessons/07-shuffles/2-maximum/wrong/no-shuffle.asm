; Every thread reads all words.
        m = [tid]
        i = 0
loop:   more = i < warp_size
        bz more, done
        x = [i]
        m = max m, x
        i = i + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = m
        stop
