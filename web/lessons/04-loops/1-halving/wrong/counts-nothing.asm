; Each round begins with a fresh counter.
        x = [tid]
loop:   n = 0
        bz x, done
        x = x / 2
        n = n + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
