; BP: eq.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 127 126 -2 126 3 -127 -7 -64
.memory 16: 0 7 -2 42 -7 63 -128 0
.memory 24: 42 -1 -1 0 42 63 1 3
.memory 32: 16 2 1 6 5 10 18 0
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: -1 42 -128 -128 -2 126 -128 63
.memory 56: 63 7 3 3 42 -2 2 -64
.memory 64: 126 1 -1 -7 1 -128 -3 16
.memory 72: -1 81 -6 0 -29 3 35 127
        x = [tid]
        a = tid + 40
        y = [a]
        r = eq.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 1 1 0 0 0 1
.expect memory 88: 0 0 0 0 0 0 0 0
.expect memory 96: 0 1 0 0 0 0 0 0
.expect memory 104: 0 0 1 0 0 0 0 0
.expect memory 112: 0 0 0 0 0 0 0 0
.covers BP
