; Eight threads, one instruction at a time: each stores ten times its number, plus one.
.threads 8
        x = tid * 10
        y = x + 1
        [tid] = y
        stop
.expect memory 0: 1 11 21 31 41 51 61 71
.expect steps 4
