; BP: min.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 -1 3 127 127 127 -2 -128
.memory 16: 1 127 1 0 -128 -2 7 85
.memory 24: 2 -128 0 -1 1 1 6 6
.memory 32: 102 1 18 57 1 15 35 15
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 -8 -8 -128 85 127 -8 85
.memory 56: -1 -1 1 7 3 -1 0 1
.memory 64: -2 -2 -2 127 0 -128 0 -102
.memory 72: 54 19 25 57 19 29 27 51
        x = [tid]
        a = tid + 40
        y = [a]
        r = min.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 -1 0 0 0 0 5
.expect memory 88: 0 -8 3 127 85 127 -8 85
.expect memory 96: 1 127 1 0 3 -2 0 1
.expect memory 104: 2 -128 0 127 0 1 0 6
.expect memory 112: 54 1 18 57 1 15 27 15
.covers BP
