; Each thread counts the positive words before its own.
        x = [tid]
        keep = x > 0
        rank = 0
        i = 0
loop:   more = i < tid
        bz more, done
        y = [i]
        y = y > 0
        rank = rank + y
        i = i + 1
        jump loop
done:   sync
        a = rank + 100
        bz keep, skip
        [a] = x
skip:   sync
        last = tid + 1
        last = last == warp_size
        bz last, end
        rank = rank + keep
        [99] = rank
end:    sync
        stop
