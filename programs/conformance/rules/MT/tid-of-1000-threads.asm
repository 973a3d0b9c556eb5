; MT: the largest number is N - 1.
.threads 1000
        last = tid == 999
        bz last, join
        [0] = tid
join:   sync
        stop
.expect memory 0: 999
.covers MT
