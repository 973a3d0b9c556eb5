; Nobody misses a round.
.threads 8
.memory 0: 3 1 0 2 3 1 2 1
        n = [tid]
        i = 0
        sum = 0
round:  more = i < n             ; do I work in this round?
        votes = ballot more
        bz votes, done          ; the same in all threads
        count = popc votes
        sum = sum + count
        i = i + 1
        jump round
done:   sync
        a = tid + warp_size
        [a] = sum
        stop
.expect memory 8: 13 13 13 13 13 13 13 13
