; BP: ne.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 127 3 0 1 1 126 127 126
.memory 16: -1 -64 3 -7 0 126 -64 -1
.memory 24: 127 3 63 42 1 7 1 0
.memory 32: -128 -36 0 -1 -128 -39 127 0
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 0 3 -7 1 2 -64 2 7
.memory 56: -7 -1 -1 -2 63 -2 -127 -2
.memory 64: 1 -64 42 0 126 -2 4 37
.memory 72: -48 11 26 -7 2 11 31 117
        x = [tid]
        a = tid + 40
        y = [a]
        r = ne.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 1 0 0 1 1 1 0
.expect memory 88: 1 0 1 0 1 1 1 1
.expect memory 96: 1 1 1 1 1 1 1 1
.expect memory 104: 1 1 1 1 1 1 1 1
.expect memory 112: 1 1 1 1 1 1 1 1
.covers BP
