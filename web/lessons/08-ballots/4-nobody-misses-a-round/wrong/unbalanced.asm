; All threads leave the loop together, so a sync is not needed.
        n = [tid]
        i = 0
        sum = 0
round:  more = i < n
        votes = ballot more
        bz votes, done
        count = popc votes
        sum = sum + count
        i = i + 1
        jump round
done:
        a = tid + warp_size
        [a] = sum
        stop
