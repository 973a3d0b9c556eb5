; BP: ge.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -1 63 -1 1 0 -127 -128 7
.memory 16: 63 42 1 -7 -1 -2 -1 63
.memory 24: -1 3 42 -2 127 -128 0 127
.memory 32: 10 8 -6 49 -25 88 3 52
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 2 7 -7 1 -64 7 -2 126
.memory 56: 126 126 63 7 1 126 -64 2
.memory 64: -2 -127 1 1 42 -7 0 95
.memory 72: 1 -3 20 50 4 2 37 31
        x = [tid]
        a = tid + 40
        y = [a]
        r = ge.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 1 1 0 1 0 1
.expect memory 88: 0 1 1 1 1 0 0 0
.expect memory 96: 0 0 0 0 0 0 1 1
.expect memory 104: 1 1 1 0 1 0 1 1
.expect memory 112: 1 1 0 0 0 1 0 1
.covers BP
