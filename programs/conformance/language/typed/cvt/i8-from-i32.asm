; BP: cvt.i8.i32
.threads 24
.word 32
.memory 0: 0 1 2 3 7 2147483647 2147483646 -2147483648
.memory 8: -2147483647 1073741823 715827882 -1 -2 -7 -1073741824 10749
.memory 16: 535 19207 1371621 931297 -14797910 1428856 4050 114
        x = [tid]
        r = cvt.i8.i32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 -1 -86 -1 -2 -7 0 -3
.expect memory 46: 23 7 -27 -31 -86 120 -46 114
.covers BP
