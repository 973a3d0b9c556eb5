; A thread does its rounds and leaves.
        n = [tid]
        i = 0
        sum = 0
round:  more = i < n
        bz more, done
        votes = ballot more
        count = popc votes
        sum = sum + count
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
