; BP: cvt.i8.i16
.threads 23
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 -1744
.memory 16: -86 762 276 93 -15 238 70
        x = [tid]
        r = cvt.i8.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 -1 -86 -1 -2 -7 0 48
.expect memory 46: -86 -6 20 93 -15 -18 70
.covers BP
