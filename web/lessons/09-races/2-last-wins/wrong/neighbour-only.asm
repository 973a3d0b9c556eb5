; Thought: it is enough to compare with the next thread.
        a = tid + 100
        i = [a]
        a = tid + 200
        v = [a]
        k = tid + 1
        last = warp_size - 1
        k = min k, last
        other = i
        shfl other, k
        lost = other == i
        mine = k != tid
        lost = lost & mine
        a = i + 300
        bnz lost, join
        [a] = v
join:   sync
        stop
