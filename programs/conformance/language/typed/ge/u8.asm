; BP: ge.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -1 0 -128 1 85 7 -8 -1
.memory 16: 127 1 7 0 7 -1 0 0
.memory 24: -128 0 2 127 -8 1 1 3
.memory 32: 0 -37 0 0 3 1 1 0
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 1 -1 127 -2 7 -128 2
.memory 56: -2 -128 -128 0 85 127 0 -2
.memory 64: 1 3 -1 2 2 -8 15 2
.memory 72: 2 25 12 5 6 3 49 2
        x = [tid]
        a = tid + 40
        y = [a]
        r = ge.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 1 1 0 1 0 1
.expect memory 88: 1 0 0 0 0 1 1 1
.expect memory 96: 0 0 0 1 0 1 1 0
.expect memory 104: 1 0 0 1 1 0 0 1
.expect memory 112: 0 1 0 0 0 0 0 0
.covers BP
