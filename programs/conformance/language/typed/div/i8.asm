; BP: div.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 2 -1 63 127 -1 -128 7 63
.memory 16: 127 -64 126 -2 7 -127 -64 2
.memory 24: -2 -7 127 -127 1 3 -9 65
.memory 32: 5 0 6 8 -128 -128 -5 -39
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 127 -2 -1 126 42 -128 -127 -127
.memory 56: -7 63 42 3 63 -1 3 -7
.memory 64: 3 127 -64 3 -127 3 6 27
.memory 72: -86 1 30 6 2 15 -3 20
        x = [tid]
        a = tid + 40
        y = [a]
        r = div.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 127 -128 1 1 -1 0 0 1
.expect memory 88: 0 0 -63 1 0 1 0 0
.expect memory 96: -18 -1 3 0 0 127 -21 0
.expect memory 104: 0 0 -1 -42 0 1 -1 2
.expect memory 112: 0 0 0 1 -64 -8 1 -1
.covers BP
