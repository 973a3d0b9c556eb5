; BP: addo.i8
.threads 41
.word 32
.memory 0: -128 -128 127 0 5 -128 -7 126
.memory 8: 0 -7 -7 3 0 127 42 -64
.memory 16: -1 7 -127 0 -7 0 63 -2
.memory 24: 0 -1 14 -3 56 12 -19 0
.memory 32: 61 0 4 14 -16 -9 -123 127
.memory 40: -128
.memory 50: 1 127 -128 1 5 0 -64 0
.memory 58: 126 42 -2 -127 2 -64 0 42
.memory 66: 126 7 -1 -1 126 -7 42 126
.memory 74: 7 26 23 0 13 3 59 -30
.memory 82: 1 -2 -1 9 8 9 -5 -119
.memory 90: 118
        x = [tid]
        a = tid + 50
        y = [a]
        r = addo.i8 x, y
        a = tid + 100
        [a] = r
        stop
.expect memory 100: -127 -1 -1 1 10 -128 -71 126
.expect memory 108: 126 35 -9 -124 2 63 42 -22
.expect memory 116: 125 14 -128 -1 119 -7 105 124
.expect memory 124: 7 25 37 -3 69 15 40 -30
.expect memory 132: 62 -2 3 23 -8 0 -128 8
.expect memory 140: -10
.covers BP
