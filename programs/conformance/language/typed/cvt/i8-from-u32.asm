; BP: cvt.i8.u32
.threads 21
.word 32
.memory 0: 0 1 2 3 7 -1 -2 2147483647
.memory 8: 1431655765 -2147483648 -8 28818 2219 403647716 142317695 301557
.memory 16: 81420011 874529 37 20939 488661561
        x = [tid]
        r = cvt.i8.u32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 -1
.expect memory 38: 85 0 -8 -110 -85 -28 127 -11
.expect memory 46: -21 33 37 -53 57
.covers BP
