; The partition of quicksort
.threads 8
.memory 0: 40
.memory 100: 50 10 70 20 80 30 30 60
.expect memory 1: 4
.expect memory 100: 10 20 30 30 50 70 80 60 _

        p = [0]
        a = tid + 100
        x = [a]
        small = x < p

        stop
