; BP: cvt.u8.i16
.threads 24
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 -20
.memory 16: 18410 1832 114 7327 -17 80 924 -22
        x = [tid]
        r = cvt.u8.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 -1 -86 -1 -2 -7 0 -20
.expect memory 46: -22 40 114 -97 -17 80 -100 -22
.covers BP
