; BP: cvt.i8.i8
.threads 18
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 28
.memory 16: 52 34
        x = [tid]
        r = cvt.i8.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 127 126 -128
.expect memory 28: -127 63 42 -1 -2 -7 -64 28
.expect memory 36: 52 34
.covers BP
