; Each thread adds the words before its own.
        s = 0
        i = 0
loop:   more = i < tid
        bz more, done
        x = [i]
        s = s + x
        i = i + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = s
        stop
