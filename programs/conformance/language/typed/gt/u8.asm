; BP: gt.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 7 -2 -8 127 1 3 1 85
.memory 16: 1 -1 1 -8 127 1 2 0
.memory 24: 1 0 0 3 7 85 1 125
.memory 32: 54 127 51 1 4 25 110 1
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 127 127 7 3 2 -128 -1 85
.memory 56: -2 2 85 1 -128 85 0 -128
.memory 64: 1 -128 127 -1 0 127 29 41
.memory 72: 1 1 1 100 23 18 60 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = gt.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 0 0 0 1 0 0
.expect memory 88: 0 1 1 1 0 0 0 0
.expect memory 96: 0 1 0 1 0 0 1 0
.expect memory 104: 0 0 0 0 1 0 0 1
.expect memory 112: 1 1 1 0 0 1 1 1
.covers BP
