; A filter that keeps the order
.threads 8
.memory 0: 13 8 0
.memory 1024: 3 12 7 20 15 1 9 30 8 2 11 40 6
.expect memory 2: 7
.expect memory 4096: 12 20 15 9 30 11 40 _

        n = [0]
        limit = [1]

        stop
