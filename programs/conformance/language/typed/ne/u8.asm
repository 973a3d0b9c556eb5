; BP: ne.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 7 0 127 127 0 85 0 -2
.memory 16: -1 -1 -8 -128 7 127 3 0
.memory 24: 7 -128 85 127 0 -128 18 97
.memory 32: 2 119 63 5 0 7 26 93
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 7 127 2 1 7 -128 127
.memory 56: 127 1 1 -8 -128 7 7 2
.memory 64: 127 0 -2 -1 85 2 1 2
.memory 72: 3 1 1 12 7 64 31 11
        x = [tid]
        a = tid + 40
        y = [a]
        r = ne.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 1 0 0 1 1 1 0
.expect memory 88: 1 1 0 1 1 1 1 1
.expect memory 96: 1 1 1 1 1 1 1 1
.expect memory 104: 1 1 1 1 1 1 1 1
.expect memory 112: 1 1 1 1 1 1 1 1
.covers BP
