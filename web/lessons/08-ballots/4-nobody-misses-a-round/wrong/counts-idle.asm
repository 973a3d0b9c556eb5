; In each round, count who is here.
        n = [tid]
        i = 0
        sum = 0
round:  more = i < n
        votes = ballot more
        bz votes, done
        here = ballot 1
        count = popc here
        sum = sum + count
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
