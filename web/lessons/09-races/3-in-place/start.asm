; Sums in place
.threads 8
.memory 0: 8
.memory 100: 1 2 3 4 50 60 70 80
.expect memory 100: 3 5 7 54 110 130 150 81 _

        total = [0]
        g = wid * warp_size
        g = g + tid

        stop
