; Leave no trace.
.threads 8
.memory 0: 5 -2 7 1 3 -8 6 4
.fill 16 8 99
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        everywhere
        b = 2 * warp_size       ; b is not used elsewhere
        b = b + tid
        [b] = 0
        end_everywhere
join:   sync
        [a] = x
        stop
.expect memory 8: 5 -2 7 1 3 -8 6 4
.expect memory 16: 0 0 0 0 0 0 0 0
