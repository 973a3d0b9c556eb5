; A table of indices decides where each thread loads.
.threads 8
.memory 0: 3 17 4 60 5 33 18 6
.iota 8 64 100
        i = [tid]
        a = i + 8
        x = [a]
        [tid] = x
        stop
.expect memory 0: 103 117 104 160 105 133 118 106
