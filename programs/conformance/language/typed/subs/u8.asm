; BP: subs.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 2 0 0 -8 -8 1 7 -1
.memory 16: -2 -2 -128 0 0 85 127 7
.memory 24: -1 0 -128 3 1 -1 5 -1
.memory 32: 19 -30 2 51 2 10 0 0
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 127 0 3 85 3 1 85
.memory 56: 0 85 3 -8 7 1 -2 0
.memory 64: 127 -2 -8 85 1 3 12 12
.memory 72: 22 43 13 15 0 2 3 23
        x = [tid]
        a = tid + 40
        y = [a]
        r = subs.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 0 0 0 0 -1 0 0
.expect memory 88: 2 0 0 -11 -93 0 6 -86
.expect memory 96: -2 -87 125 0 0 84 0 7
.expect memory 104: -128 0 0 0 0 -4 0 -13
.expect memory 112: 0 -73 0 36 2 8 0 0
.covers BP
