; BP: eq.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 7 -8 127 1 0 -1 0
.memory 16: -8 -1 127 -128 2 -8 1 85
.memory 24: 1 3 85 0 0 1 7 44
.memory 32: 5 9 7 2 3 1 14 54
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -1 127 127 0 127 -2 7 7
.memory 56: 0 -128 7 -2 127 127 3 85
.memory 64: 85 1 -128 1 127 7 2 65
.memory 72: 1 1 1 0 -122 3 16 1
        x = [tid]
        a = tid + 40
        y = [a]
        r = eq.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 1 1 0 0 0 1
.expect memory 88: 0 0 0 0 0 0 0 0
.expect memory 96: 0 0 0 0 0 0 0 1
.expect memory 104: 0 0 0 0 0 0 0 0
.expect memory 112: 0 0 0 0 0 0 0 0
.covers BP
