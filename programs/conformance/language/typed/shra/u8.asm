; BP: shra.u8
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 1 1 121 11
.memory 24: 18 104 40 -32 39 1 14 7
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 4 0 2 7
.memory 64: 5 6 2 6 1 1 2 4
        x = [tid]
        a = tid + 40
        y = [a]
        r = shra.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 -1 0
.expect memory 88: -4 2 0 -1 0 -1 0 0
.expect memory 96: -1 0 -1 0 0 1 30 0
.expect memory 104: 0 1 10 -1 19 0 3 0
.covers BP
