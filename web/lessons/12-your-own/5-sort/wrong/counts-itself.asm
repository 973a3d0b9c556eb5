; Thought: count with <= to deal with equal words.
        a = tid + 100
        x = [a]
        rank = 0
        lane = 0
count:  more = lane < warp_size
        bz more, done
        other = x
        shfl other, lane
        less = other <= x
        rank = rank + less
        lane = lane + 1
        jump count
done:   sync
        a = rank + 200
        [a] = x
        stop
