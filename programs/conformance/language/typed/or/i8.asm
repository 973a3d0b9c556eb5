; BP: or.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: 3 -128 -7 0 -127 -128 63 127
.memory 16: 0 63 127 127 126 -7 1 0
.memory 24: -128 -127 -7 1 3 7 1 -7
.memory 32: -23 11 87 0 127 28 0 127
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 127 -1 -128 3 3 -127 63 -1
.memory 56: -7 1 127 42 -64 -127 2 1
.memory 64: 7 126 -1 -7 126 2 -6 3
.memory 72: 1 5 3 6 -14 1 -6 1
        x = [tid]
        a = tid + 40
        y = [a]
        r = or.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 127 -127 127 -128 -1 -1 1 5
.expect memory 88: 127 -1 -7 3 -125 -127 63 -1
.expect memory 96: -7 63 127 127 -2 -7 3 1
.expect memory 104: -121 -1 -1 -7 127 7 -5 -5
.expect memory 112: -23 15 87 6 -1 29 -6 127
.covers BP
