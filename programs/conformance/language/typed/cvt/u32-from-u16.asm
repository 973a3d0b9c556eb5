; BP: cvt.u32.u16
.threads 18
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 1025 1557 4086 41 189
.memory 16: 5 10
        x = [tid]
        r = cvt.u32.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 65535 65534 32767
.expect memory 28: 21845 32768 65528 1025 1557 4086 41 189
.expect memory 36: 5 10
.covers BP
