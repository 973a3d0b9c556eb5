; Threads with a word up to 100 wait at the sync, and all store together.
.threads 8
.memory 0: 7 300 100 101 -5 0 99 250
        x = [tid]
        over = x > 100
        bz over, join
        x = 100
join:   sync
        a = tid + warp_size
        [a] = x
        stop
.expect memory 8: 7 100 100 100 -5 0 99 100
