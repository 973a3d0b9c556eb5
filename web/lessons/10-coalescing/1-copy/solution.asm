; In each round, the threads copy adjacent words.
        n = [0]
        i = tid
copy:   more = i < n
        bz more, done
        a = i + 1024
        x = [a]
        a = i + 2048
        [a] = x
        i = i + warp_size
        jump copy
done:   sync
        stop
