; BP: lt.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 0 0 7 -8 127 2 -128
.memory 16: 127 7 1 2 0 -8 -8 3
.memory 24: 0 1 127 127 85 -2 1 4
.memory 32: 16 2 7 15 27 5 1 95
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 2 -128 85 7 -128 85 7
.memory 56: -2 0 127 -128 -8 -2 -1 127
.memory 64: 127 -1 -2 0 0 -128 19 -117
.memory 72: -51 1 24 0 10 12 0 35
        x = [tid]
        a = tid + 40
        y = [a]
        r = lt.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 0 0 1 0 1 0
.expect memory 88: 0 1 1 1 0 1 1 0
.expect memory 96: 1 0 1 1 1 1 1 1
.expect memory 104: 1 1 1 0 0 0 1 1
.expect memory 112: 1 0 1 0 0 1 0 0
.covers BP
