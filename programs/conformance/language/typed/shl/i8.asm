; BP: shl.i8
.threads 32
.word 32
.memory 0: 1 127 -128 -64 5 1 127 -128
.memory 8: -64 5 1 127 -128 -64 5 1
.memory 16: 127 -128 -64 5 -4 25 68 29
.memory 24: -9 0 39 -1 2 113 127 127
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 5 3 4 0
.memory 64: 6 7 5 3 7 3 3 5
        x = [tid]
        a = tid + 40
        y = [a]
        r = shl.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 127 -128 -64 5 2 -2 0
.expect memory 88: -128 10 16 -16 0 0 80 -128
.expect memory 96: -128 0 0 -128 -128 -56 64 29
.expect memory 104: -64 0 -32 -8 0 -120 -8 -32
.covers BP
