; BP: and.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 3 127 2 1 3 0 3 127
.memory 16: 1 127 1 -128 -8 85 0 1
.memory 24: 85 -128 -8 -2 -8 0 6 31
.memory 32: 0 1 23 2 -18 105 24 4
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -128 85 0 85 -2 3 7 1
.memory 56: -8 3 -128 -2 -8 -2 3 -128
.memory 64: 3 -8 85 -1 -128 1 3 0
.memory 72: 10 29 27 4 0 0 0 3
        x = [tid]
        a = tid + 40
        y = [a]
        r = and.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 -1 0 0 0 0 5
.expect memory 88: 0 85 0 1 2 0 3 1
.expect memory 96: 0 3 0 -128 -8 84 0 0
.expect memory 104: 1 -128 80 -2 -128 0 2 0
.expect memory 112: 0 1 19 0 0 0 0 0
.covers BP
