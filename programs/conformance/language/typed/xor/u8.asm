; BP: xor.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 85 3 127 127 3 -2 127 0
.memory 16: 7 3 1 85 2 0 127 -2
.memory 24: 85 1 1 0 85 2 109 8
.memory 32: 23 30 126 2 4 2 30 27
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -1 -8 127 -8 -1 7 -1 -8
.memory 56: 0 85 -8 0 7 3 2 0
.memory 64: 2 85 1 0 -8 127 6 2
.memory 72: 13 73 4 1 6 4 2 5
        x = [tid]
        a = tid + 40
        y = [a]
        r = xor.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 1 0 0 -1 -1 1 0
.expect memory 88: -86 -5 0 -121 -4 -7 -128 -8
.expect memory 96: 7 86 -7 85 5 3 125 -2
.expect memory 104: 87 84 0 0 -83 125 107 10
.expect memory 112: 26 87 122 3 2 6 28 30
.covers BP
