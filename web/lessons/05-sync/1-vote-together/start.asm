; How many absolute values are over 4? The count comes out wrong.
.threads 8
.memory 0: 5 -2 7 -1 3 8 -6 6
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   big = x > 4
        votes = ballot big      ; one bit for each thread that is here and has a big that is not 0
        count = popc votes      ; the number of these bits
        sync
        a = tid + warp_size
        [a] = count
        stop
.expect memory 8: 5 5 5 5 5 5 5 5
