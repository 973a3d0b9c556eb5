; BP: neg.i16
.threads 24
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 160
.memory 16: 5 -14 -70 -13 10210 7848 776 -1202
        x = [tid]
        r = neg.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 -1 -2 -3 -7 -32767 -32766 -32768
.expect memory 38: 32767 -16383 -10922 1 2 7 16384 -160
.expect memory 46: -5 14 70 13 -10210 -7848 -776 1202
.covers BP
