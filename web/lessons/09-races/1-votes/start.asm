; Count the votes
.threads 8
.memory 0: 0
.memory 100: 12 3 40 11 10 0 99 -5
.expect memory 0: 4

        a = tid + 100           ; right for one warp only
        x = [a]

        stop
