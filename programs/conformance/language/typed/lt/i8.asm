; BP: lt.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -128 63 -127 -127 126 7 7 126
.memory 16: 3 63 -127 42 126 7 3 126
.memory 24: -128 -2 -7 -128 0 3 -32 -26
.memory 32: -6 1 39 -5 11 78 74 62
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 0 127 0 42 -2 -7 -128 3
.memory 56: -128 126 -7 -7 -127 -1 -64 1
.memory 64: 2 -2 63 -128 42 -2 24 59
.memory 72: 1 1 52 44 -2 5 8 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = lt.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 0 0 1 0 1 0
.expect memory 88: 1 1 1 1 0 0 0 0
.expect memory 96: 0 1 1 0 0 0 0 0
.expect memory 104: 1 0 1 0 1 0 1 1
.expect memory 112: 1 0 1 1 0 0 0 0
.covers BP
