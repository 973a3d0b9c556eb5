; Two jumps back, and one way out.
        x = [tid]
        n = 0
loop:   more = x != 1
        bz more, done
        n = n + 1
        odd = x % 2
        bz odd, even
        x = x * 3
        x = x + 1
        jump loop
even:   x = x / 2
        jump loop
done:   a = tid + warp_size
        [a] = n
        stop
