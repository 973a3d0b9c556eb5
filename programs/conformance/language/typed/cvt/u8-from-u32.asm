; BP: cvt.u8.u32
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 2147483647
.memory 8: 1431655765 -2147483648 -8 2014 -1969976717 517 16348 1081581
.memory 16: 26204 7371
        x = [tid]
        r = cvt.u8.u32 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 -1
.expect memory 28: 85 0 -8 -34 115 5 -36 -19
.expect memory 36: 92 -53
.covers BP
