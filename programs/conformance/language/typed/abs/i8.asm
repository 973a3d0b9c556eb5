; BP: abs.i8
.threads 24
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 -3
.memory 16: -13 25 41 2 -128 21 127 3
        x = [tid]
        r = abs.i8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 127 126 -128
.expect memory 38: 127 63 42 1 2 7 64 3
.expect memory 46: 13 25 41 2 -128 21 127 3
.covers BP
