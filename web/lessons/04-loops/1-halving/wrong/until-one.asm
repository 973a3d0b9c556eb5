; Go on while the word is more than 1.
        x = [tid]
        n = 0
loop:   more = x > 1
        bz more, done
        x = x / 2
        n = n + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
