; Count at the end of the side that halves.
        x = [tid]
        n = 0
loop:   more = x != 1
        bz more, done
        odd = x % 2
        bz odd, even
        x = x * 3
        x = x + 1
        jump next
even:   x = x / 2
        n = n + 1
next:   sync
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
