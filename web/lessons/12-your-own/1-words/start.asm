; Words of a text
.threads 8
.memory 0: 16 0
.memory 100: 0 7 7 0 0 5 5 5 5 3 0 0 8 8 0 8
.expect memory 1: 4

        n = [0]
        i = tid
round:  more = i < n
        bz more, over

        i = i + warp_size
        jump round
over:   sync
        stop
