; BP: cvt.u64.u16
.threads 20
.word 64
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 8835 53 96 74 2613
.memory 16: -9633 153 770 9170
        x = [tid]
        r = cvt.u64.u16 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0 1 2 3 7 65535 65534 32767
.expect memory 28: 21845 32768 65528 8835 53 96 74 2613
.expect memory 36: 55903 153 770 9170
.covers BP
