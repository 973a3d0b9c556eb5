; BP: adds.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 2 1 -127 -127 -64 -7 2 126
.memory 16: 2 126 -64 2 0 1 7 -1
.memory 24: -127 3 126 126 -128 -128 69 1
.memory 32: 0 -103 110 0 -128 0 127 26
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 1 0 -64 -1 63 -127 7 0
.memory 56: 126 -64 -64 -64 7 -2 63 -127
.memory 64: -7 127 1 2 1 0 15 14
.memory 72: 127 66 29 -1 1 -9 127 1
        x = [tid]
        a = tid + 40
        y = [a]
        r = adds.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 127 -127 127 -128 -1 -1 1 10
.expect memory 88: 3 1 -128 -128 -1 -128 9 126
.expect memory 96: 127 62 -128 -62 7 -1 70 -128
.expect memory 104: -128 127 127 127 -127 -128 84 15
.expect memory 112: 127 -37 127 -1 -127 -9 127 27
.covers BP
