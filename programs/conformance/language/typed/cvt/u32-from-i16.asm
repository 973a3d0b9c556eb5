; BP: cvt.u32.i16
.threads 22
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 15
.memory 16: 309 11 170 9054 53 -8
        x = [tid]
        r = cvt.u32.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: -32767 16383 10922 -1 -2 -7 -16384 15
.expect memory 46: 309 11 170 9054 53 -8
.covers BP
