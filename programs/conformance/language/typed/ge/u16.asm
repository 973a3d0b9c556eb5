; BP: ge.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -2 -2 0 -1 -32768 -2 1 0
.memory 16: 1 -1 3 32767 -1 1 32767 1
.memory 24: 0 2 3 -2 1 -8 119 19984
.memory 32: 227 6 26 828 24 1525 1789 13
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 32767 2 0 21845 7 32767 32767 32767
.memory 56: -8 2 32767 -8 1 3 -8 2
.memory 64: 3 -2 -8 -2 7 -2 84 725
.memory 72: 3 417 0 19507 0 2687 108 927
        x = [tid]
        a = tid + 40
        y = [a]
        r = ge.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 1 1 0 1 0 1
.expect memory 88: 1 1 1 1 1 1 0 0
.expect memory 96: 0 1 0 0 1 0 0 0
.expect memory 104: 0 0 0 1 0 0 1 1
.expect memory 112: 1 0 1 0 1 0 1 0
.covers BP
