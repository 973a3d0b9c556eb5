; The branch needs its sync in the loop, and the threads that leave need one after it.
        x = [tid]
        n = 0
loop:   bz x, done
        x = x / 2
        n = n + 1
        sync
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
