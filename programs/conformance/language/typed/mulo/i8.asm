; BP: mulo.i8
.threads 26
.word 32
.memory 0: 127 -128 0 5 -7 126 -1 3
.memory 8: 2 7 3 0 0 6 -15 -1
.memory 16: 0 -27 -51 53 -122 14 -16 -9
.memory 24: 127 -128
.memory 30: 1 1 1 5 1 1 -127 -7
.memory 38: -1 1 -2 7 -7 -1 1 63
.memory 46: 3 1 0 1 -1 9 8 9
.memory 54: 1 1
        x = [tid]
        a = tid + 30
        y = [a]
        r = mulo.i8 x, y
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 127 -128 0 25 -7 126 127 -21
.expect memory 68: -2 7 -6 0 0 -6 -15 -63
.expect memory 76: 0 -27 0 53 122 126 -128 -81
.expect memory 84: 127 -128
.covers BP
