; The absolute values without the sync: the threads that jumped never continue.
.threads 8
.memory 0: -3 4 0 -1 5 -6 7 8
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   a = tid + warp_size
        [a] = x
        stop
.expect trap stop-while-diverged 10 threads: 0 3 5
