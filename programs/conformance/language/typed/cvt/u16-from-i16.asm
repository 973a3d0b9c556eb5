; BP: cvt.u16.i16
.threads 24
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 2640
.memory 16: 52 -13 113 13167 4016 -28745 622 4
        x = [tid]
        r = cvt.u16.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: -32767 16383 10922 -1 -2 -7 -16384 2640
.expect memory 46: 52 -13 113 13167 4016 -28745 622 4
.covers BP
