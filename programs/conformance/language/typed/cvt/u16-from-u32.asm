; BP: cvt.u16.u32
.threads 21
.word 32
.memory 0: 0 1 2 3 7 -1 -2 2147483647
.memory 8: 1431655765 -2147483648 -8 11 487 543427 556 -1677240097
.memory 16: 8 38120011 103 33850 11471
        x = [tid]
        r = cvt.u16.u32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 -1
.expect memory 38: 21845 0 -8 11 487 19139 556 22751
.expect memory 46: 8 -21941 103 -31686 11471
.covers BP
