; BP: eq.i16
.threads 40
.word 32
.memory 0: 32767 -32768 32767 -32768 -32768 32767 0 5
.memory 8: 7 3 1 2 16383 1 -16384 -32767
.memory 16: 10922 16383 -2 3 -7 -32767 -2 2
.memory 24: -32768 32767 -1 0 -1 -2 27583 12019
.memory 32: 2109 7 5 9 24 478 -24 924
.memory 40: 1 1 32767 -32768 32767 -32768 1 5
.memory 48: -32768 32767 -7 16383 -1 10922 -2 -7
.memory 56: 0 -32767 1 -1 -16384 -32768 -7 7
.memory 64: 32767 -32767 -32767 -2 -7 16383 26 0
.memory 72: 2784 0 322 -32768 35 1 27 -302
        x = [tid]
        a = tid + 40
        y = [a]
        r = eq.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 1 1 0 0 0 1
.expect memory 88: 0 0 0 0 0 0 0 0
.expect memory 96: 0 0 0 0 0 0 0 0
.expect memory 104: 0 0 0 0 0 0 0 0
.expect memory 112: 0 0 0 0 0 0 0 0
.covers BP
