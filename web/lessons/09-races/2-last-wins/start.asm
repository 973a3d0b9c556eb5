; The last one wins
.threads 8
.memory 100: 0 1 1 2 1 4 2 5
.memory 200: 50 61 72 83 94 15 26 37
.expect memory 300: 50 94 26 _ 15 37

        a = tid + 100
        i = [a]
        a = tid + 200
        v = [a]

        stop
