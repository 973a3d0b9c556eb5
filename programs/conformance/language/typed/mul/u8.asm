; BP: mul.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 127 1 3 -2 2 3 1 7
.memory 16: 3 1 3 127 127 0 -128 -128
.memory 24: 127 1 0 7 2 85 27 110
.memory 32: 6 1 42 2 2 68 3 18
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 2 1 -1 85 1 -2 1 2
.memory 56: 3 85 -8 -128 127 -1 -1 3
.memory 64: 127 85 3 127 3 0 19 15
.memory 72: -113 28 29 20 30 0 4 10
        x = [tid]
        a = tid + 40
        y = [a]
        r = mul.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 0 1 0 0 0 0 25
.expect memory 88: -2 1 -3 86 2 -6 1 14
.expect memory 96: 9 85 -24 -128 1 0 -128 -128
.expect memory 104: 1 85 0 121 6 0 1 114
.expect memory 112: 90 28 -62 40 60 0 12 -76
.covers BP
