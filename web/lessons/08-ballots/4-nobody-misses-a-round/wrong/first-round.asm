; The loop ends when a thread is done.
        n = [tid]
        i = 0
        sum = 0
round:  more = i < n
        votes = ballot more
        count = popc votes
        sum = sum + count
        all = count == warp_size
        bz all, done
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
