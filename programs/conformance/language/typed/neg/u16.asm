; BP: neg.u16
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 32767 21845 -32768 32767 -8 22 1371
.memory 16: 1 1 62 0 151 3779 0
        x = [tid]
        r = neg.u16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 -1 -2 -3 -7 1 2 0
.expect memory 38: -1 -32767 -21845 -32768 -32767 8 -22 -1371
.expect memory 46: -1 -1 -62 0 -151 -3779 0
.covers BP
