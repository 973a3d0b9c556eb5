; BP: xor.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -7 7 127 3 42 -7 0 1
.memory 16: 7 42 -64 -1 -128 3 -64 -2
.memory 24: -2 -2 -128 -7 126 2 127 -118
.memory 32: 0 90 4 -5 106 1 34 -3
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 0 1 0 1 -1 127 63 42
.memory 56: -64 0 7 3 -7 -7 -2 2
.memory 64: 0 -64 0 -127 -127 -127 10 0
.memory 72: 0 14 3 43 2 2 0 21
        x = [tid]
        a = tid + 40
        y = [a]
        r = xor.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 126 -127 0 0 -1 -1 1 0
.expect memory 88: -7 6 127 2 -43 -122 63 43
.expect memory 96: -57 42 -57 -4 121 -6 62 -4
.expect memory 104: -2 62 -128 120 -1 -125 117 -118
.expect memory 112: 0 84 7 -48 104 3 34 -24
.covers BP
