; BP: or.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -1 1 3 -2 1 0 7 -2
.memory 16: -2 3 -128 1 -8 3 3 7
.memory 24: 127 127 127 0 -8 0 13 2
.memory 32: 96 1 0 26 0 3 2 8
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 85 1 1 -128 -128 7 127
.memory 56: 127 127 -2 127 1 1 127 127
.memory 64: 1 -128 2 7 -8 127 21 0
.memory 72: 1 0 9 2 0 7 2 13
        x = [tid]
        a = tid + 40
        y = [a]
        r = or.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 5
.expect memory 88: -1 85 3 -1 -127 -128 7 -1
.expect memory 96: -1 127 -2 127 -7 3 127 127
.expect memory 104: 127 -1 127 7 -8 127 29 2
.expect memory 112: 97 1 9 26 0 7 2 13
.covers BP
