; BP: shr.i8
.threads 32
.word 32
.memory 0: 1 127 -128 -64 5 1 127 -128
.memory 8: -64 5 1 127 -128 -64 5 1
.memory 16: 127 -128 -64 5 -92 1 -4 4
.memory 24: 3 7 32 -6 -1 0 0 3
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 5 2 6 2
.memory 64: 2 5 2 5 7 3 5 7
        x = [tid]
        a = tid + 40
        y = [a]
        r = shr.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 127 -128 -64 5 0 63 64
.expect memory 88: 96 2 0 7 8 12 0 0
.expect memory 96: 0 1 1 0 5 0 3 1
.expect memory 104: 0 0 8 7 1 0 0 0
.covers BP
