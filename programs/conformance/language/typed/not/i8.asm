; BP: not.i8
.threads 24
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 6
.memory 16: -71 2 0 -23 -1 48 -57 -6
        x = [tid]
        r = not.i8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: -1 -2 -3 -4 -8 -128 -127 127
.expect memory 38: 126 -64 -43 0 1 6 63 -7
.expect memory 46: 70 -3 -1 22 0 -49 56 5
.covers BP
