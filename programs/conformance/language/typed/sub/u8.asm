; BP: sub.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 -1 1 7 1 -8 3 0
.memory 16: -1 0 -1 -8 7 0 127 0
.memory 24: 127 1 0 127 -2 -2 45 30
.memory 32: 47 9 39 8 36 89 4 48
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 -1 85 -1 0 -2 7 -1
.memory 56: 1 2 127 1 3 7 0 1
.memory 64: 1 0 85 1 -8 -2 5 10
.memory 72: 18 78 3 83 0 2 98 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = sub.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 -1 0 0 1 -1 -1 0
.expect memory 88: 1 0 -84 8 1 -6 -4 1
.expect memory 96: -2 -2 -128 -9 4 -7 127 -1
.expect memory 104: 126 1 -85 126 6 0 40 20
.expect memory 112: 29 -69 36 -75 36 87 -94 48
.covers BP
