; BP: cvt.u8.u16
.threads 19
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 364 172 15147 40 11
.memory 16: 4083 10526 42
        x = [tid]
        r = cvt.u8.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 -1
.expect memory 28: 85 0 -8 108 -84 43 40 11
.expect memory 36: -13 30 42
.covers BP
