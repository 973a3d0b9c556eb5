; BP: cvt.i32.u16
.threads 19
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 12092 11114 25 -26902 1057
.memory 16: 343 148 57
        x = [tid]
        r = cvt.i32.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 65535 65534 32767
.expect memory 28: 21845 32768 65528 12092 11114 25 38634 1057
.expect memory 36: 343 148 57
.covers BP
