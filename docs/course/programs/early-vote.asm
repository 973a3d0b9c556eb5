; How many absolute values are over 4? Each side of the branch counts only itself.
.threads 8
.memory 0: 5 -2 7 -1 3 8 -6 6
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   big = x > 4
        votes = ballot big
        count = popc votes
        sync
        [tid] = count
        stop
.expect memory 0: 4 1 4 1 4 4 1 4
