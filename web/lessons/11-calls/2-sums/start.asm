; A sum for each caller
.threads 8
.memory 100: 1024 1030 1024 1040 1024 1024 1024 1060
.memory 200: 0 20 0 0 9 0 0 33
.memory 1024: -5 5 10 10 5 -5 -1 -2 11 0 3 1 13 1 3 0 11 -2 -1 -5 5 10 10 5 -5 -1 -2 11 0 3 1 13 1 3 0 11 -2 -1 -5 5 10 10 5 -5 -1 -2 11 0 3 1 13 1 3 0 11 -2 -1 -5 5 10 10 5 -5 -1 -2 11 0 3 1 13 1 3 0 11 -2 -1 -5 5 10 10 5 -5 -1 -2 11 0 3 1 13 1 3 0 11 -2 -1 -5 5 10 10 5
.expect memory 300: _ 56 _ _ 28 _ _ 86 _
.expect stat memory_requests <= 25

        a = tid + 100
        start = [a]
        a = tid + 200
        n = [a]
        bz n, skip
        everywhere

        end_everywhere

skip:   sync
        stop
