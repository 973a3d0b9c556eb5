; BP: abs.u16
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 32767 21845 -32768 32767 -8 92 57
.memory 16: 3 649 4313 2 1859 1037 1
        x = [tid]
        r = abs.u16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 1 2 3 7 -1 -2 0
.expect memory 38: 1 32767 21845 -32768 32767 -8 92 57
.expect memory 46: 3 649 4313 2 1859 1037 1
.covers BP
