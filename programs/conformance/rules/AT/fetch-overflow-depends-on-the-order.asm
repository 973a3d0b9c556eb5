; AT, overflow: the threads that subtract come first, and so all sums fit.
.threads 4
.word 8
.memory 0: 127
        c = tid < 2
        d = c * 2
        d = 1 - d          ; -1 -1 1 1
        x = fetch_add [0], d
        stop
.expect stop
.expect var x: 127 126 125 126
.expect memory 0: 127
.covers AT
