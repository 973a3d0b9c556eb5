; BP: not.u8
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 127 85 -128 127 -8 0 4
.memory 16: 1 0 26 0 96 2 1
        x = [tid]
        r = not.u8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: -1 -2 -3 -4 -8 0 1 -1
.expect memory 38: -2 -128 -86 127 -128 7 -1 -5
.expect memory 46: -2 -1 -27 -1 -97 -3 -2
.covers BP
