; BP: shra.i8
.threads 32
.word 32
.memory 0: 1 127 -128 -64 5 1 127 -128
.memory 8: -64 5 1 127 -128 -64 5 1
.memory 16: 127 -128 -64 5 7 3 10 2
.memory 24: 3 -3 0 -3 -6 23 7 -6
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 3 3 5 7
.memory 64: 7 6 4 1 1 5 4 7
        x = [tid]
        a = tid + 40
        y = [a]
        r = shra.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 127 -128 -64 5 0 63 -64
.expect memory 88: -32 2 0 7 -8 -4 0 0
.expect memory 96: 0 -1 -1 0 0 0 0 0
.expect memory 104: 0 -1 0 -2 -3 0 0 -1
.covers BP
