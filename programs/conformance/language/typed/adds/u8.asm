; BP: adds.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -2 1 1 7 0 0 1 2
.memory 16: 1 1 85 7 127 1 -2 -1
.memory 24: 0 1 3 1 0 3 25 15
.memory 32: 15 32 0 0 92 -42 2 32
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 85 127 0 0 85 0 -8 1
.memory 56: 2 7 1 -2 1 1 7 127
.memory 64: -128 1 2 3 -8 0 48 64
.memory 72: 14 1 0 3 2 52 0 34
        x = [tid]
        a = tid + 40
        y = [a]
        r = adds.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 10
.expect memory 88: -1 -128 1 7 85 0 -7 3
.expect memory 96: 3 8 86 -1 -128 2 -1 -1
.expect memory 104: -128 2 5 4 -8 3 73 79
.expect memory 112: 29 33 0 3 94 -1 2 66
.covers BP
