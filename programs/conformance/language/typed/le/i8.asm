; BP: le.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 7 -7 3 -2 -128 -7 -128 -1
.memory 16: -64 -1 -127 1 42 7 0 -7
.memory 24: 1 1 -1 1 -1 127 2 0
.memory 32: 82 -1 -12 22 64 0 -4 4
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 2 63 -127 -128 -2 0 63 1
.memory 56: 42 7 0 2 -128 -64 127 126
.memory 64: -127 -7 0 127 126 7 6 13
.memory 72: -104 1 102 2 5 -1 -4 23
        x = [tid]
        a = tid + 40
        y = [a]
        r = le.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 1 1 1 0 1 1
.expect memory 88: 0 1 0 0 1 1 1 1
.expect memory 96: 1 1 1 1 0 0 1 1
.expect memory 104: 0 0 1 1 1 0 1 1
.expect memory 112: 0 1 1 0 0 0 1 1
.covers BP
