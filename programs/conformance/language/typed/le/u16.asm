; BP: le.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -2 21845 0 0 -1 -1 32767 32767
.memory 16: 3 -8 0 0 -8 32767 1 1
.memory 24: 2 0 -2 0 -1 0 3 2
.memory 32: 407 8147 117 9 1232 19 534 -7729
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -32768 1 -1 32767 -32768 -2 21845 1
.memory 56: 1 3 7 3 0 -2 -1 32767
.memory 64: -1 -2 32767 0 -1 0 671 204
.memory 72: 32 647 7 5140 15512 217 14856 1031
        x = [tid]
        a = tid + 40
        y = [a]
        r = le.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 1 1 1 0 1 1
.expect memory 88: 0 0 1 1 0 0 0 0
.expect memory 96: 0 0 1 1 0 1 1 1
.expect memory 104: 1 1 0 1 1 1 1 1
.expect memory 112: 0 0 0 1 1 1 1 0
.covers BP
