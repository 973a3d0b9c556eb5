; BP: gt.i16
.threads 40
.word 32
.memory 0: 32767 -32768 32767 -32768 -32768 32767 0 5
.memory 8: 1 32767 -16384 2 0 0 32767 32766
.memory 16: -32767 0 32767 2 0 10922 3 -32767
.memory 24: -16384 -7 -16384 2 -2 -16384 7 216
.memory 32: 0 0 31973 11846 41 0 50 -12045
.memory 40: 1 1 32767 -32768 32767 -32768 1 5
.memory 48: -2 32766 32767 -16384 -1 10922 3 1
.memory 56: 7 -32767 -7 2 2 -2 0 -32767
.memory 64: -2 1 -16384 3 -1 -32768 1182 -2
.memory 72: 4 16226 9 -2 701 333 18543 -5
        x = [tid]
        a = tid + 40
        y = [a]
        r = gt.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 0 0 0 1 0 0
.expect memory 88: 1 1 0 1 1 0 1 1
.expect memory 96: 0 1 1 0 0 1 1 0
.expect memory 104: 0 0 0 0 0 1 0 1
.expect memory 112: 0 0 1 1 0 0 0 0
.covers BP
