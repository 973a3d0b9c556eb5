; BP: sub.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 0 -7 0 127 42 126 1 -128
.memory 16: 7 2 -64 -7 126 42 7 -128
.memory 24: -7 0 3 -128 3 2 0 118
.memory 32: -13 11 4 -113 7 8 121 21
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: -2 7 -64 126 0 -2 127 -1
.memory 56: -1 -127 127 -128 -64 1 2 -64
.memory 64: 1 2 42 7 126 7 53 11
.memory 72: -1 2 5 0 127 -1 0 -3
        x = [tid]
        a = tid + 40
        y = [a]
        r = sub.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 126 127 0 0 1 -1 -1 0
.expect memory 88: 2 -14 64 1 42 -128 -126 -127
.expect memory 96: 8 -127 65 121 -66 41 5 -64
.expect memory 104: -8 -2 -39 121 -123 -5 -53 107
.expect memory 112: -12 9 -1 -113 -120 9 121 24
.covers BP
