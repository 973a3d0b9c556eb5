; The first occurrence
.threads 8
.memory 0: 10 3 10
.memory 512: 1 2 3
.memory 1024: 7 9 3 1 2 3 1 2 3 9
.expect memory 2: 3

        n = [0]
        m = [1]

        stop
