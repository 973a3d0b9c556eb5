; BP: neg.i8
.threads 24
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 58
.memory 16: 127 8 15 27 3 -9 75 5
        x = [tid]
        r = neg.i8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 -1 -2 -3 -7 -127 -126 -128
.expect memory 38: 127 -63 -42 1 2 7 64 -58
.expect memory 46: -127 -8 -15 -27 -3 9 -75 -5
.covers BP
