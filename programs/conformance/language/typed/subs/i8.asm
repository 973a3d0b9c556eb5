; BP: subs.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 3 2 -1 -2 -2 1 -1 -7
.memory 16: -1 -7 126 7 3 -2 -7 3
.memory 24: 126 7 42 0 2 3 -3 15
.memory 32: 57 91 10 0 0 0 127 -25
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 7 3 -128 7 -128 -7 -64 126
.memory 56: 3 7 126 1 126 126 0 3
.memory 64: 127 -127 -1 1 2 -127 48 0
.memory 72: 1 1 3 61 11 40 0 -22
        x = [tid]
        a = tid + 40
        y = [a]
        r = subs.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 126 -128 0 0 -128 127 -1 0
.expect memory 88: -4 -1 127 -9 126 8 63 -128
.expect memory 96: -4 -14 0 6 -123 -128 -7 0
.expect memory 104: -1 127 43 -1 0 127 -51 15
.expect memory 112: 56 90 7 -61 -11 -40 127 -3
.covers BP
