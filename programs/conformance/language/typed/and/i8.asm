; BP: and.i8
.threads 40
.word 32
.memory 0: 127 -128 127 -128 -128 127 0 5
.memory 8: -128 7 126 3 127 2 7 127
.memory 16: -128 2 -7 0 0 1 63 42
.memory 24: -64 1 2 -2 1 3 127 -46
.memory 32: 82 127 -9 0 -24 1 42 -90
.memory 40: 1 1 127 -128 127 -128 1 5
.memory 48: 126 63 -64 127 -127 -2 2 126
.memory 56: 2 63 127 -7 1 -127 127 -127
.memory 64: 1 63 7 0 -64 -1 7 3
.memory 72: -61 1 -2 1 0 7 -15 53
        x = [tid]
        a = tid + 40
        y = [a]
        r = and.i8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 127 -128 0 0 0 5
.expect memory 88: 0 7 64 3 1 2 2 126
.expect memory 96: 0 2 121 0 0 1 63 0
.expect memory 104: 0 1 2 0 0 3 7 2
.expect memory 112: 66 1 -10 0 0 1 32 36
.covers BP
