; The position of a word is the number of words that come before it.
        a = tid + 100
        x = [a]
        rank = 0
        lane = 0
count:  more = lane < warp_size
        bz more, done
        other = x
        shfl other, lane
        less = other < x
        equal = other == x
        before = lane < tid
        equal = equal & before
        rank = rank + less
        rank = rank + equal
        lane = lane + 1
        jump count
done:   sync
        a = rank + 200
        [a] = x
        stop
