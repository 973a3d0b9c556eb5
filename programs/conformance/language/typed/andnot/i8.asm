; BP: andnot.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 63 3 -7 -1 1 -127 42 -128
.memory 16: -2 -128 2 127 0 -64 42 126
.memory 24: 127 -2 -1 126 3 1 68 113
.memory 32: -91 10 -61 -5 -1 0 0 -128
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 126 0 0 -1 -127 7 1 -1
.memory 56: -128 63 0 126 126 -64 7 126
.memory 64: 1 0 126 127 -128 7 3 -2
.memory 72: 11 0 7 -128 -5 -59 9 6
        x = [tid]
        a = tid + 40
        y = [a]
        r = andnot.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 126 -128 0 0 -128 127 0 0
.expect memory 88: 1 3 -7 0 0 -128 42 0
.expect memory 96: 126 -128 2 1 0 0 40 0
.expect memory 104: 126 -2 -127 0 3 0 68 1
.expect memory 112: -92 10 -64 123 4 0 0 -128
.covers BP
