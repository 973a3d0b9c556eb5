; BP: add.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 1 -1 7 0 127 126 42 -1
.memory 16: 0 -64 -2 -127 3 42 0 126
.memory 24: -127 2 127 0 -128 -7 -10 1
.memory 32: -63 23 -2 63 52 -2 0 1
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: -1 -1 0 -64 -64 7 -127 -2
.memory 56: -7 2 42 -2 42 0 -127 127
.memory 64: 63 3 7 0 -2 -127 20 -79
.memory 72: 35 26 5 -10 22 -4 1 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = add.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -128 -127 -2 0 -1 -1 1 10
.expect memory 88: 0 -2 7 -64 63 -123 -85 -3
.expect memory 96: -7 -62 40 127 45 42 -127 -3
.expect memory 104: -64 5 -122 0 126 122 10 -78
.expect memory 112: -28 49 3 53 74 -6 1 1
.covers BP
