; BP: cvt.i16.i8
.threads 20
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 -3
.memory 16: -15 9 29 92
        x = [tid]
        r = cvt.i16.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 127 126 -128
.expect memory 28: -127 63 42 -1 -2 -7 -64 -3
.expect memory 36: -15 9 29 92
.covers BP
