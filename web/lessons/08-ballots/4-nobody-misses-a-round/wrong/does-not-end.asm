; Stay as long as the first round has workers.
        n = [tid]
        i = 0
        sum = 0
        more = i < n
round:  votes = ballot more
        bz votes, done
        count = popc votes
        sum = sum + count
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
