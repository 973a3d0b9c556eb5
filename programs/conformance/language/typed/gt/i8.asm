; BP: gt.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 127 -1 -1 3 2 127 1 0
.memory 16: 126 63 -7 -127 63 -1 -7 7
.memory 24: 127 127 1 127 -2 -7 -3 85
.memory 32: -25 55 1 44 -1 0 126 108
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 7 1 0 -64 42 -2 -64 3
.memory 56: -127 42 7 -128 1 -7 0 -127
.memory 64: 127 1 -7 42 -127 126 119 -115
.memory 72: 7 -1 27 11 5 31 5 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = gt.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 0 0 0 1 0 0
.expect memory 88: 1 0 0 1 0 1 1 0
.expect memory 96: 1 1 0 1 1 1 0 1
.expect memory 104: 0 1 1 1 1 0 0 1
.expect memory 112: 0 1 0 1 0 0 1 1
.covers BP
