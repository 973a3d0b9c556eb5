; Thought: shuffle the word itself, a copy is a waste.
        a = tid + 100
        x = [a]
        rank = 0
        lane = 0
count:  more = lane < warp_size
        bz more, done
        old = x
        shfl x, lane
        less = x < old
        rank = rank + less
        lane = lane + 1
        jump count
done:   sync
        a = rank + 200
        [a] = x
        stop
