; BP: le.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 2 0 0 1 127 2 85
.memory 16: 7 127 0 -1 1 127 7 0
.memory 24: -1 0 1 -128 -2 -8 9 6
.memory 32: 26 9 1 4 20 44 5 1
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 127 3 127 -2 0 0 85 1
.memory 56: 0 127 0 -2 7 -1 7 127
.memory 64: 127 1 7 1 7 127 1 3
.memory 72: 71 0 1 -31 23 0 24 1
        x = [tid]
        a = tid + 40
        y = [a]
        r = le.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 1 1 1 0 1 1
.expect memory 88: 1 1 1 1 0 0 1 0
.expect memory 96: 0 1 1 0 1 1 1 1
.expect memory 104: 0 1 1 0 0 0 0 0
.expect memory 112: 1 0 1 1 1 0 1 1
.covers BP
