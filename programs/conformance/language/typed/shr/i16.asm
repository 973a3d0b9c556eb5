; BP: shr.i16
.threads 32
.word 32
.memory 0: 1 32767 -32768 -16384 5 1 32767 -32768
.memory 8: -16384 5 1 32767 -32768 -16384 5 1
.memory 16: 32767 -32768 -16384 5 -12 20 31 32767
.memory 24: 1 13817 14741 -186 2 3 0 14614
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 8 8 8 8 8 15
.memory 56: 15 15 15 15 9 9 7 13
.memory 64: 0 12 0 9 6 1 9 0
        x = [tid]
        a = tid + 40
        y = [a]
        r = shr.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 32767 -32768 -16384 5 0 16383 16384
.expect memory 88: 24576 2 0 127 128 192 0 0
.expect memory 96: 0 1 1 0 127 0 0 3
.expect memory 104: 1 3 14741 127 0 1 0 14614
.covers BP
