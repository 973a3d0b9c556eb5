; BP: shl.u8
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 1 9 3 1
.memory 24: 0 2 8 33 99 2 121 127
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 4 4 4 4 4 7
.memory 56: 7 7 7 7 2 4 7 2
.memory 64: 4 3 5 4 2 6 0 2
        x = [tid]
        a = tid + 40
        y = [a]
        r = shl.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 2 -2 0
.expect memory 88: -16 10 16 -16 0 -128 80 -128
.expect memory 96: -128 0 0 -128 4 -112 -128 4
.expect memory 104: 0 16 0 16 -116 -128 121 -4
.covers BP
