; Thought: the first one to reach the word keeps it.
        a = tid + 100
        i = [a]
        a = tid + 200
        v = [a]
        lost = 0
        lane = 0
look:   more = lane < warp_size
        bz more, looked
        other = i
        shfl other, lane
        same = other == i
        before = lane < tid
        same = same & before
        lost = lost | same
        lane = lane + 1
        jump look
looked: sync
        a = i + 300
        bnz lost, join
        [a] = v
join:   sync
        stop
