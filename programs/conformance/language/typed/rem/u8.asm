; BP: rem.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 127 1 3 1 1 127 -128
.memory 16: 127 2 -1 -1 2 127 0 -1
.memory 24: 0 85 0 -2 2 -1 1 1
.memory 32: 2 1 3 3 11 0 0 3
.memory 40: 1 1 -1 3 -1 3 1 5
.memory 48: 1 85 -8 3 3 -2 127 3
.memory 56: 85 1 3 -128 -1 3 -1 1
.memory 64: -2 127 127 7 -128 7 19 1
.memory 72: 1 31 55 1 35 1 1 4
        x = [tid]
        a = tid + 40
        y = [a]
        r = rem.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 0 0 0 0 0 0
.expect memory 88: 0 42 1 0 1 1 0 2
.expect memory 96: 42 0 0 127 2 1 0 0
.expect memory 104: 0 85 0 2 2 3 1 0
.expect memory 112: 0 1 3 0 11 0 0 3
.covers BP
