; BP: and.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 2 -8 0 -32768 32767 1 1
.memory 16: -1 -32768 3 1 2 3 0 1
.memory 24: 1 32767 2 21845 7 32767 1330 169
.memory 32: 13973 162 28 3 370 13566 11411 -27118
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 2 0 -1 -8 1 -8 7 -1
.memory 56: 7 0 7 1 32767 0 2 32767
.memory 64: 32767 0 -32768 0 -1 0 3 0
.memory 72: 4 295 0 71 4 334 0 3
        x = [tid]
        a = tid + 40
        y = [a]
        r = and.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 -1 0 0 0 0 5
.expect memory 88: 0 0 -8 0 0 32760 1 1
.expect memory 96: 7 0 3 1 2 0 0 1
.expect memory 104: 1 0 0 0 7 0 2 0
.expect memory 112: 4 34 0 3 0 78 0 2
.covers BP
