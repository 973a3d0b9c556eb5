; Thought: if the threads store in a loop, one per round, no two of them collide.
        a = tid + 100
        i = [a]
        a = tid + 200
        v = [a]
        a = i + 300
        lane = 0
next:   more = lane < warp_size
        bz more, over
        mine = lane == tid
        bz mine, skip
        [a] = v
skip:   sync
        lane = lane + 1
        jump next
over:   sync
        stop
