; BP: rem.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -64 -64 7 -127 127 -2 0 1
.memory 16: 1 127 127 127 126 0 63 -1
.memory 24: 126 -64 7 2 127 7 1 25
.memory 32: 10 5 49 59 9 -2 0 46
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: -127 7 2 2 127 -7 3 3
.memory 56: 2 3 -2 -64 63 1 3 -1
.memory 64: -128 -1 1 63 -1 127 -7 -45
.memory 72: 1 33 -128 -128 -1 28 3 3
        x = [tid]
        a = tid + 40
        y = [a]
        r = rem.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 0 0 -1 127 0 0
.expect memory 88: -64 -1 1 -1 0 -2 0 1
.expect memory 96: 1 1 1 63 0 0 0 0
.expect memory 104: 126 0 0 2 0 7 1 25
.expect memory 112: 0 5 49 59 0 -2 0 1
.covers BP
