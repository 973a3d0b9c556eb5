; Even words are halved, odd ones go to `odd`.
        x = [tid]
        n = 0
loop:   more = x != 1
        bz more, done
        odd = x % 2
        bnz odd, odd
        x = x / 2
odd:    x = x * 3
        x = x + 1
        sync
        n = n + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = n
        stop
