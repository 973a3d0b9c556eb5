; The words over 4 move to the front, in their order: a thread counts the votes of the threads before it.
.threads 8
.memory 0: 7 2 9 1 3 8 4 6
        x = [tid]
        keep = x > 4
        votes = ballot keep
        before = 1 << tid
        before = before - 1
        votes = votes & before
        index = popc votes
        bz keep, join
        a = index + warp_size
        [a] = x
join:   sync
        stop
.expect memory 8: 7 9 8 6 _
