; BP: cvt.i64.u16
.threads 20
.word 64
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 47 110 28 1698 14
.memory 16: 871 118 6 111
        x = [tid]
        r = cvt.i64.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 65535 65534 32767
.expect memory 28: 21845 32768 65528 47 110 28 1698 14
.expect memory 36: 871 118 6 111
.covers BP
