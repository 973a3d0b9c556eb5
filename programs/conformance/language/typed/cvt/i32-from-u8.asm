; BP: cvt.i32.u8
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 16 -30 63 74 25
.memory 16: 17 11
        x = [tid]
        r = cvt.i32.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 255 254 127
.expect memory 28: 85 128 248 16 226 63 74 25
.expect memory 36: 17 11
.covers BP
