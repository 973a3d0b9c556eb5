; Eight threads add 1 to one word: all load 0, and all store 1.
.threads 8
.memory 0: 0
        x = [0]
        x = x + 1
        [0] = x
        stop
.expect memory 0: 1
