; BP: cvt.u64.i16
.threads 22
.word 64
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 406
.memory 16: 5764 -1420 1030 2965 852 14565
        x = [tid]
        r = cvt.u64.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 32767 32766 -32768
.expect memory 38: -32767 16383 10922 -1 -2 -7 -16384 406
.expect memory 46: 5764 -1420 1030 2965 852 14565
.covers BP
