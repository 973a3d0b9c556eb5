; BP: andnot.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -128 2 -128 3 2 85 2 127
.memory 16: -8 85 0 85 -8 -128 3 3
.memory 24: 7 127 85 -2 -2 -8 2 0
.memory 32: 4 2 1 27 1 0 7 91
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -128 2 1 3 -1 85 85 127
.memory 56: 127 127 0 -8 2 0 -1 1
.memory 64: 85 0 0 -128 1 1 0 1
.memory 72: 4 0 0 16 1 -22 14 17
        x = [tid]
        a = tid + 40
        y = [a]
        r = andnot.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 0 0 0 0 -1 0 0
.expect memory 88: 0 0 -128 0 0 0 2 0
.expect memory 96: -128 0 0 5 -8 -128 0 2
.expect memory 104: 2 127 85 126 -2 -8 2 0
.expect memory 112: 0 2 1 11 0 0 1 74
.covers BP
