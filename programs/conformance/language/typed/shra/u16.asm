; BP: shra.u16
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 3457 1500 6310 0
.memory 24: 40 13 57 1 8631 7 3 9882
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 8 8 8 8 8 15
.memory 56: 15 15 15 15 10 13 10 14
.memory 64: 0 3 0 1 10 1 8 8
        x = [tid]
        a = tid + 40
        y = [a]
        r = shra.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 -1 0
.expect memory 88: -4 2 0 -1 0 -1 0 0
.expect memory 96: -1 0 -1 0 3 0 6 0
.expect memory 104: 40 1 57 0 8 3 0 38
.covers BP
