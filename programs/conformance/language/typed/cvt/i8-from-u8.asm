; BP: cvt.i8.u8
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 71 14 6 77 62
.memory 16: 55 4
        x = [tid]
        r = cvt.i8.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 127
.expect memory 28: 85 -128 -8 71 14 6 77 62
.expect memory 36: 55 4
.covers BP
