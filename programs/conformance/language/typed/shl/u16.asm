; BP: shl.u16
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 68 37 3066 0
.memory 24: 127 1617 28759 3 61 4 2 2161
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 8 8 8 8 8 15
.memory 56: 15 15 15 15 6 1 1 3
.memory 64: 15 13 10 15 7 12 5 5
        x = [tid]
        a = tid + 40
        y = [a]
        r = shl.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 2 -2 0
.expect memory 88: -16 10 256 -256 0 -2048 1280 -32768
.expect memory 96: -32768 0 0 -32768 4352 74 6132 0
.expect memory 104: -32768 8192 23552 -32768 7808 16384 64 3616
.covers BP
