; BP: min.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 3 -127 63 -2 126 -64 -127 2
.memory 16: -128 -2 -128 127 126 -128 63 63
.memory 24: -2 2 127 -1 -64 126 3 4
.memory 32: 15 2 -15 115 -7 -29 -1 -60
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 2 -127 -1 0 -128 0 126 -127
.memory 56: 127 -1 42 63 -64 1 3 0
.memory 64: 2 126 127 3 -2 126 -35 -7
.memory 72: 0 110 0 1 -51 -4 0 -3
        x = [tid]
        a = tid + 40
        y = [a]
        r = min.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -128 127 -128 -128 -128 0 5
.expect memory 88: 2 -127 -1 -2 -128 -64 -127 -127
.expect memory 96: -128 -2 -128 63 -64 -128 3 0
.expect memory 104: -2 2 127 -1 -64 126 -35 -7
.expect memory 112: 0 2 -15 1 -51 -29 -1 -60
.covers BP
