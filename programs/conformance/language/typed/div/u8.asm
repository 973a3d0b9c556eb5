; BP: div.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 127 127 1 -128 -128 1 0
.memory 16: 85 85 127 -1 2 0 -2 -128
.memory 24: 1 -1 1 -8 1 0 1 1
.memory 32: 8 1 0 7 24 7 84 15
.memory 40: 1 1 -1 3 -1 3 1 5
.memory 48: 127 1 7 7 127 7 -128 1
.memory 56: 1 3 2 -2 -1 3 7 3
.memory 64: 85 7 127 -1 85 -2 2 27
.memory 72: 3 3 10 2 3 30 19 46
        x = [tid]
        a = tid + 40
        y = [a]
        r = div.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 0 1 0 0 85 0 1
.expect memory 88: 0 127 18 0 1 18 0 0
.expect memory 96: 85 28 63 1 0 0 36 42
.expect memory 104: 0 36 0 0 0 0 0 0
.expect memory 112: 2 0 0 3 8 0 4 0
.covers BP
