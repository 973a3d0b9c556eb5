; BP: cvt.i64.i8
.threads 19
.word 64
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 22
.memory 16: 20 4 34
        x = [tid]
        r = cvt.i64.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 127 126 -128
.expect memory 28: -127 63 42 -1 -2 -7 -64 22
.expect memory 36: 20 4 34
.covers BP
