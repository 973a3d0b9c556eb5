; A branch needs its sync, before the next round.
        x = [tid]
        n = 0
loop:   bz x, done
        x = x / 2
        n = n + 1
        sync
        jump loop
done:   a = tid + warp_size
        [a] = n
        stop
