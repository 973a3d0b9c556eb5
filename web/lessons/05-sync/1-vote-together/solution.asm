; Vote together.
.threads 8
.memory 0: 5 -2 7 -1 3 8 -6 6
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   sync                    ; both sides are done here
        big = x > 4
        votes = ballot big
        count = popc votes
        a = tid + warp_size
        [a] = count
        stop
.expect memory 8: 5 5 5 5 5 5 5 5
