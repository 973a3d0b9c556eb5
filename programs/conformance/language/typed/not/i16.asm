; BP: not.i16
.threads 24
.word 32
.memory 0: 0 1 2 3 7 32767 32766 -32768
.memory 8: -32767 16383 10922 -1 -2 -7 -16384 32767
.memory 16: 53 -1 -13 1 4758 12789 172 952
        x = [tid]
        r = not.i16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: -1 -2 -3 -4 -8 -32768 -32767 32767
.expect memory 38: 32766 -16384 -10923 0 1 6 16383 -32768
.expect memory 46: -54 0 12 -2 -4759 -12790 -173 -953
.covers BP
