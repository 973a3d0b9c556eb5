; BP: cvt.u64.i8
.threads 20
.word 64
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 49
.memory 16: 38 5 -94 11
        x = [tid]
        r = cvt.u64.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 127 126 -128
.expect memory 28: -127 63 42 -1 -2 -7 -64 49
.expect memory 36: 38 5 -94 11
.covers BP
