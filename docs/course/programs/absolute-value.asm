; Only the threads with a negative word have something to do. The others jump over it, to the sync.
.threads 8
.memory 0: -3 4 0 -1 5 -6 7 8
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   sync
        a = tid + warp_size
        [a] = x
        stop
.expect memory 8: 3 4 0 1 5 6 7 8
