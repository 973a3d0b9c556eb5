; BP: cvt.u8.u8
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 22 5 14 41 40
.memory 16: 19 120
        x = [tid]
        r = cvt.u8.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 127
.expect memory 28: 85 -128 -8 22 5 14 41 40
.expect memory 36: 19 120
.covers BP
