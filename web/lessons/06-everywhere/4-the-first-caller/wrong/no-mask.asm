; The first with a negative word is found by looking at the words.
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
next:   y = [lane]
        y = y < 0
        bnz y, found
        lane = lane + 1
        jump next
found:  sync
        a = tid + warp_size
        [a] = lane
        end_everywhere
join:   sync
        stop
