; Each thread counts the low words of its party in memory.
        x = [tid]
        odd = x % 2
        all = 1
        i = 0
loop:   more = i < warp_size
        bz more, done
        y = [i]
        other = y % 2
        other = other != odd
        big = y > 9
        good = other | big
        all = all & good
        i = i + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = all
        stop
