; BP: gt.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 21845 3 3 21845 -1 7 -2 -8
.memory 16: 1 -8 32767 3 2 0 0 7
.memory 24: -32768 -32768 -2 -1 2 -2 47 8
.memory 32: 2737 1 100 4 106 196 30 7
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -32768 32767 -1 -2 32767 -32768 21845 21845
.memory 56: 7 1 -1 32767 32767 -32768 1 -1
.memory 64: 2 0 32767 -32768 2 -2 1436 629
.memory 72: 3862 19 4 271 51 2983 1397 2004
        x = [tid]
        a = tid + 40
        y = [a]
        r = gt.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 0 0 0 1 0 0
.expect memory 88: 0 0 0 0 1 0 1 1
.expect memory 96: 0 1 0 0 0 0 0 0
.expect memory 104: 1 1 1 1 0 0 0 0
.expect memory 112: 0 0 1 0 1 0 0 0
.covers BP
