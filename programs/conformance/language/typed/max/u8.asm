; BP: max.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 85 -8 1 7 0 1 0
.memory 16: 1 85 127 127 -8 2 1 0
.memory 24: 127 3 3 0 127 127 28 0
.memory 32: 53 84 1 89 -37 7 2 4
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 -128 127 -2 0 -1 -1 1
.memory 56: 127 127 127 -1 0 -128 127 127
.memory 64: -2 0 1 7 1 3 29 6
.memory 72: 3 1 8 0 22 -67 57 6
        x = [tid]
        a = tid + 40
        y = [a]
        r = max.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 5
.expect memory 88: 3 -128 -8 -2 7 -1 -1 1
.expect memory 96: 127 127 127 -1 -8 -128 127 127
.expect memory 104: -2 3 3 7 127 127 29 6
.expect memory 112: 53 84 8 89 -37 -67 57 6
.covers BP
