; A thread stores if no thread with a higher number has the same index.
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
        later = lane > tid
        same = same & later
        lost = lost | same
        lane = lane + 1
        jump look
looked: sync
        a = i + 300
        bnz lost, join
        [a] = v
join:   sync
        stop
