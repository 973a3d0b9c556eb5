; BP: cvt.i16.u32
.threads 21
.word 32
.memory 0: 0 1 2 3 7 -1 -2 2147483647
.memory 8: 1431655765 -2147483648 -8 10165 53 237557870 13 23252153
.memory 16: 87 18557998 7056665 330050 21268
        x = [tid]
        r = cvt.i16.u32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 -1
.expect memory 38: 21845 0 -8 10165 53 -10130 13 -13127
.expect memory 46: 87 11310 -21223 2370 21268
.covers BP
