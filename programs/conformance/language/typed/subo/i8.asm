; BP: subo.i8
.threads 40
.word 32
.memory 0: 127 127 -128 0 5 0 63 -64
.memory 8: -1 0 -127 126 -2 -127 42 -1
.memory 16: -7 63 -1 1 -1 -64 -64 127
.memory 24: 7 127 127 1 15 -12 -2 5
.memory 32: 0 102 14 -16 -9 -123 127 -128
.memory 40: 1 127 -128 1 5 1 1 -64
.memory 48: 1 126 -64 0 1 -7 0 2
.memory 56: 2 -7 127 -7 -127 -7 63 3
.memory 64: 126 1 21 20 1 17 -26 127
.memory 72: 26 103 9 8 9 -5 9 -9
        x = [tid]
        a = tid + 40
        y = [a]
        r = subo.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 126 0 0 -1 0 -1 62 0
.expect memory 88: -2 -126 -63 126 -3 -120 42 -3
.expect memory 96: -9 70 -128 8 126 -57 -127 124
.expect memory 104: -119 126 106 -19 14 -29 24 -122
.expect memory 112: -26 -1 5 -24 -18 -118 118 -119
.covers BP
