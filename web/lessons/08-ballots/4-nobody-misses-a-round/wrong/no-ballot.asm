; The sum of the counts is the sum of all words.
        sum = 0
        i = 0
round:  more = i < warp_size
        bz more, done
        y = [i]
        sum = sum + y
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
