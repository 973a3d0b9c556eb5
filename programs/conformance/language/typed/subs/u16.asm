; BP: subs.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 32767 0 1 -2 1 1 32767
.memory 16: -2 2 32767 1 0 0 3 -8
.memory 24: -2 -2 7 2 0 0 2664 113
.memory 32: 672 546 72 0 0 11 5974 35
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 1 -32768 -8 -8 32767 7 0 2
.memory 56: 1 0 7 32767 32767 7 0 -1
.memory 64: 3 -8 32767 2 3 0 159 3678
.memory 72: 2382 43 31436 4 4 34 505 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = subs.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 0 0 0 0 -1 0 0
.expect memory 88: 0 0 0 0 32767 0 1 32765
.expect memory 96: -3 2 32760 0 0 0 3 0
.expect memory 104: -5 6 0 0 0 0 2505 0
.expect memory 112: 0 503 0 0 0 0 5469 35
.covers BP
