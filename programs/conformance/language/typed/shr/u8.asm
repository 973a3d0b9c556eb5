; BP: shr.u8
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 17 0 -111 1
.memory 24: 10 79 3 0 1 16 1 -43
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 6 4 3 2
.memory 64: 6 3 7 7 0 5 2 6
        x = [tid]
        a = tid + 40
        y = [a]
        r = shr.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 127 0
.expect memory 88: 124 2 0 15 0 15 0 0
.expect memory 96: 1 0 1 0 0 0 18 0
.expect memory 104: 0 9 0 0 1 0 0 3
.covers BP
