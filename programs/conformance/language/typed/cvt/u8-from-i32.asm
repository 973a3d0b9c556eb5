; BP: cvt.u8.i32
.threads 24
.word 32
.memory 0: 0 1 2 3 7 2147483647 2147483646 -2147483648
.memory 8: -2147483647 1073741823 715827882 -1 -2 -7 -1073741824 171
.memory 16: -25805858 113 -41571 -13825 244 11 426 14168693
        x = [tid]
        r = cvt.u8.i32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 -1 -86 -1 -2 -7 0 -85
.expect memory 46: -34 113 -99 -1 -12 11 -86 117
.covers BP
