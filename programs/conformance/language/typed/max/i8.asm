; BP: max.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -64 -64 2 126 127 42 -127 126
.memory 16: -2 42 7 -1 0 42 1 1
.memory 24: 0 -64 -2 63 63 1 -1 16
.memory 32: 92 127 -122 57 22 0 1 36
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 2 3 -127 -128 7 1 -127 -64
.memory 56: 126 126 63 126 7 -64 3 0
.memory 64: 2 0 63 127 -2 -127 3 46
.memory 72: 127 78 0 0 -1 0 -1 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = max.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 127 1 127 -128 127 127 1 5
.expect memory 88: 2 3 2 126 127 42 -127 126
.expect memory 96: 126 126 63 126 7 42 3 1
.expect memory 104: 2 0 63 127 63 1 3 46
.expect memory 112: 127 127 0 57 22 0 1 36
.covers BP
