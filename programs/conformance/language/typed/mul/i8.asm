; BP: mul.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -64 126 -127 42 -128 42 3 127
.memory 16: 2 127 3 -128 2 42 0 3
.memory 24: -7 -127 7 1 2 7 0 -33
.memory 32: -19 -32 71 1 -4 2 -1 7
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 42 -127 42 2 -128 -64 127 127
.memory 56: -1 -2 -7 2 -2 -1 -127 -127
.memory 64: 42 -2 -1 -128 42 63 0 55
.memory 72: 127 -118 2 59 127 0 1 -104
        x = [tid]
        a = tid + 40
        y = [a]
        r = mul.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 127 -128 1 0 -128 -128 0 25
.expect memory 88: -128 126 42 84 0 -128 125 1
.expect memory 96: -2 2 -21 0 -4 -42 0 -125
.expect memory 104: -38 -2 -7 -128 84 -71 0 -23
.expect memory 112: -109 -64 -114 59 4 0 -1 40
.covers BP
