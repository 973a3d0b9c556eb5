; BP: min.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -8 1 -2 7 32767 3 -2 1
.memory 16: 1 0 32767 7 32767 2 -32768 7
.memory 24: 2 -8 2 2 0 1 14965 899
.memory 32: 0 0 2 451 77 924 4258 24
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 1 -2 -8 1 1 1 32767 -32768
.memory 56: 21845 1 -32768 -2 0 -1 3 32767
.memory 64: 32767 -8 2 -2 21845 32767 5 3365
.memory 72: 58 0 1840 8587 0 610 26256 481
        x = [tid]
        a = tid + 40
        y = [a]
        r = min.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 -1 0 0 0 0 5
.expect memory 88: 1 1 -8 1 1 1 32767 1
.expect memory 96: 1 0 32767 7 0 2 3 7
.expect memory 104: 2 -8 2 2 0 1 5 899
.expect memory 112: 0 0 2 451 0 610 4258 24
.covers BP
