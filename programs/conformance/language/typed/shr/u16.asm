; BP: shr.u16
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 3 5899 17 20786
.memory 24: 2138 1732 414 44 1 22 28598 9970
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 8 8 8 8 8 15
.memory 56: 15 15 15 15 14 13 5 0
.memory 64: 0 7 8 12 8 7 9 12
        x = [tid]
        a = tid + 40
        y = [a]
        r = shr.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 32767 0
.expect memory 88: 32764 2 0 255 0 255 0 0
.expect memory 96: 1 0 1 0 0 0 0 20786
.expect memory 104: 2138 13 1 0 0 0 55 2
.covers BP
