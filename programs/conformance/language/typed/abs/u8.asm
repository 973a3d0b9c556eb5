; BP: abs.u8
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 127 85 -128 127 -8 47 68
.memory 16: 6 10 96 1 100 33 1
        x = [tid]
        r = abs.u8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 127 85 -128 127 -8 47 68
.expect memory 46: 6 10 96 1 100 33 1
.covers BP
