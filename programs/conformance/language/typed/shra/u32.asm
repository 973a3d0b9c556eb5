; BP: shra.u32
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 3221251 652 1931322603 3000894
.memory 24: 26430 311 1 29 859205878 33863 969 1038476
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 16 16 16 16 16 31
.memory 56: 31 31 31 31 29 31 18 3
.memory 64: 12 25 30 24 26 14 23 20
        x = [tid]
        a = tid + 40
        y = [a]
        r = shra.u32 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 -1 0
.expect memory 88: -4 2 0 -1 0 -1 0 0
.expect memory 96: -1 0 -1 0 0 0 7367 375111
.expect memory 104: 6 0 0 0 12 2 0 0
.covers BP
