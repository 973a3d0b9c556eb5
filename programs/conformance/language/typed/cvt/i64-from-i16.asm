; BP: cvt.i64.i16
.threads 22
.word 64
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 -32
.memory 16: 99 271 988 5 -120 136
        x = [tid]
        r = cvt.i64.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: -32767 16383 10922 -1 -2 -7 -16384 -32
.expect memory 46: 99 271 988 5 -120 136
.covers BP
