; BP: cvt.u64.u8
.threads 17
.word 64
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 51 12 77 4 42
.memory 16: 5
        x = [tid]
        r = cvt.u64.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 255 254 127
.expect memory 28: 85 128 248 51 12 77 4 42
.expect memory 36: 5
.covers BP
