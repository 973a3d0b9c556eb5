; BP: neg.u8
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 127 85 -128 127 -8 27 12
.memory 16: 37 7 6 11 -101 111 27
        x = [tid]
        r = neg.u8 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 -1 -2 -3 -7 1 2 0
.expect memory 38: -1 -127 -85 -128 -127 8 -27 -12
.expect memory 46: -37 -7 -6 -11 101 -111 -27
.covers BP
