; BP: shra.i16
.threads 32
.word 32
.memory 0: 1 32767 -32768 -16384 5 1 32767 -32768
.memory 8: -16384 5 1 32767 -32768 -16384 5 1
.memory 16: 32767 -32768 -16384 5 -3 3 3177 719
.memory 24: 11172 527 1439 -1 7652 -90 11198 403
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 8 8 8 8 8 15
.memory 56: 15 15 15 15 12 15 13 10
.memory 64: 15 4 15 13 6 6 9 11
        x = [tid]
        a = tid + 40
        y = [a]
        r = shra.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 32767 -32768 -16384 5 0 16383 -16384
.expect memory 88: -8192 2 0 127 -128 -64 0 0
.expect memory 96: 0 -1 -1 0 -1 0 0 0
.expect memory 104: 0 32 0 -1 119 -2 21 0
.covers BP
