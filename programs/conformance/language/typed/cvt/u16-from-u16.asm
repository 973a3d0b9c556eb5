; BP: cvt.u16.u16
.threads 17
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 5 4 86 8 1300
.memory 16: 25
        x = [tid]
        r = cvt.u16.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 32767
.expect memory 28: 21845 -32768 -8 5 4 86 8 1300
.expect memory 36: 25
.covers BP
