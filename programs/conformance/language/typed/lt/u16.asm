; BP: lt.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 21845 21845 -32768 3 7 -1 0
.memory 16: 1 0 2 1 32767 -1 32767 7
.memory 24: -8 21845 1 -32768 32767 -1 2 3
.memory 32: 58 -18667 4432 3066 2 6629 2076 3
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 21845 -2 1 21845 0 1 -2 3
.memory 56: 2 32767 7 2 -1 -8 7 -1
.memory 64: 0 -8 -1 -8 -2 1 2704 3
.memory 72: 544 25 137 19 902 22 36 14717
        x = [tid]
        a = tid + 40
        y = [a]
        r = lt.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 0 0 1 0 1 0
.expect memory 88: 1 1 0 0 0 0 0 1
.expect memory 96: 1 1 1 1 1 0 0 1
.expect memory 104: 0 1 1 1 1 0 1 0
.expect memory 112: 1 0 0 0 1 0 0 1
.covers BP
