; BP: max.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -1 1 0 -8 2 1 1 32767
.memory 16: -8 32767 1 7 32767 21845 -2 -1
.memory 24: 7 0 0 7 1 -32768 21393 41
.memory 32: 8032 28 451 7547 10 51 9703 24
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 -32768 -32768 32767 3 -8 32767 -1
.memory 56: 3 0 -8 -1 32767 -2 -2 32767
.memory 64: -2 32767 -2 1 -2 -32768 81 1
.memory 72: 0 859 0 1 1234 23 11 6
        x = [tid]
        a = tid + 40
        y = [a]
        r = max.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 5
.expect memory 88: -1 -32768 -32768 -8 3 -8 32767 -1
.expect memory 96: -8 32767 -8 -1 32767 -2 -2 -1
.expect memory 104: -2 32767 -2 7 -2 -32768 21393 41
.expect memory 112: 8032 859 451 7547 1234 51 9703 24
.covers BP
