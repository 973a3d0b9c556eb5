; BP: cvt.u16.u8
.threads 16
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 15 26 17 24 -68
        x = [tid]
        r = cvt.u16.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 255 254 127
.expect memory 28: 85 128 248 15 26 17 24 188
.covers BP
