; BP: cvt.i16.u16
.threads 19
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 482 5 6688 2787 10982
.memory 16: 3205 4 16394
        x = [tid]
        r = cvt.i16.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 -1 -2 32767
.expect memory 28: 21845 -32768 -8 482 5 6688 2787 10982
.expect memory 36: 3205 4 16394
.covers BP
