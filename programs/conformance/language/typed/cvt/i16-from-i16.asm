; BP: cvt.i16.i16
.threads 21
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 -15107
.memory 16: 68 60 52 121 -5
        x = [tid]
        r = cvt.i16.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: -32767 16383 10922 -1 -2 -7 -16384 -15107
.expect memory 46: 68 60 52 121 -5
.covers BP
