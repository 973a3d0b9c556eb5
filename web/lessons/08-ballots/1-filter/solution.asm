; Filter.
.threads 8
.memory 0: 5 -2 0 1 3 -8 -6 4
        x = [tid]
        keep = x > 0
        votes = ballot keep
        count = popc votes
        [99] = count            ; the same in all threads
        before = 1 << tid
        before = before - 1     ; a bit for each thread before this one
        rank = votes & before
        rank = popc rank
        a = rank + 100
        bz keep, skip
        [a] = x
skip:   sync
        stop
.expect memory 99: 4
.expect memory 100: 5 1 3 4 _
