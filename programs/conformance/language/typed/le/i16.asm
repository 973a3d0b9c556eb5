; BP: le.i16
.threads 40
.word 32
.memory 0: 32767 -32768 32767 -32768 -32768 32767 0 5
.memory 8: 1 -16384 32767 32767 32766 32766 32767 -32767
.memory 16: 2 7 2 -32767 1 -7 2 7
.memory 24: 16383 32767 2 0 10922 -2 94 30
.memory 32: -32768 -28 16309 2 10932 1291 601 14
.memory 40: 1 1 32767 -32768 32767 -32768 1 5
.memory 48: 16383 -7 -32767 -7 1 0 -2 1
.memory 56: 1 0 -32767 -7 0 1 -7 32766
.memory 64: -16384 2 2 -1 2 2 31622 7365
.memory 72: 0 1 13448 -264 517 7 11 -1578
        x = [tid]
        a = tid + 40
        y = [a]
        r = le.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 1 1 1 0 1 1
.expect memory 88: 1 1 0 0 0 0 0 1
.expect memory 96: 0 0 0 1 0 1 0 1
.expect memory 104: 0 0 1 0 0 1 1 1
.expect memory 112: 1 1 0 0 0 0 0 0
.covers BP
