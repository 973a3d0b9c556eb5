; BP: abs.i16
.threads 24
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 35
.memory 16: -279 21 -11 -32768 813 54 882 207
        x = [tid]
        r = abs.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: 32767 16383 10922 1 2 7 16384 35
.expect memory 46: 279 21 11 -32768 813 54 882 207
.covers BP
