; BP: cvt.i8.u16
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 1670 5737 94 30 2124
.memory 16: 802 20332
        x = [tid]
        r = cvt.i8.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 -1
.expect memory 28: 85 0 -8 -122 105 94 30 76
.expect memory 36: 34 108
.covers BP
