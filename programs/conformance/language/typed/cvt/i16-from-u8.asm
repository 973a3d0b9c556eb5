; BP: cvt.i16.u8
.threads 16
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 108 40 37 31 34
        x = [tid]
        r = cvt.i16.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 255 254 127
.expect memory 28: 85 128 248 108 40 37 31 34
.covers BP
