; Both sides run the common code, because the sync comes after it.
.threads 8
.memory 0: -3 4 0 -1 5 -6 7 8
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   a = tid + warp_size
        [a] = x
        sync
        stop
.expect memory 8: 3 4 0 1 5 6 7 8
.expect steps 11
