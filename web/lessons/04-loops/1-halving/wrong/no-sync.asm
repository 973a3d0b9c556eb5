; A thread whose word is 0 goes on after the loop.
        x = [tid]
        n = 0
loop:   bz x, done
        x = x / 2
        n = n + 1
        jump loop
done:   a = tid + warp_size
        [a] = n
        stop
