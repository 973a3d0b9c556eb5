        x = [tid]
        n = 0
loop:   bz x, done
        x = x / 2
        n = n + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
