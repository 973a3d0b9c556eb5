; BP: ge.i16
.threads 40
.word 32
.memory 0: 32767 -32768 32767 -32768 -32768 32767 0 5
.memory 8: 7 -1 7 2 0 16383 32766 7
.memory 16: 0 2 32767 32766 -2 0 -7 2
.memory 24: 7 1 2 -1 -1 -32768 17 -2
.memory 32: 7504 -1 587 -1 12976 -14 1053 1338
.memory 40: 1 1 32767 -32768 32767 -32768 1 5
.memory 48: 10922 0 32767 16383 32766 32767 7 3
.memory 56: -7 -1 7 32767 3 -32767 10922 32767
.memory 64: -32768 32766 -32767 1 7 -2 212 -6
.memory 72: 1375 -1222 -14520 1073 27450 -29 733 -2
        x = [tid]
        a = tid + 40
        y = [a]
        r = ge.i16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 0 1 1 0 1 0 1
.expect memory 88: 0 0 0 0 0 0 1 1
.expect memory 96: 1 1 1 0 0 1 0 0
.expect memory 104: 1 0 1 0 0 0 0 1
.expect memory 112: 1 1 1 0 0 1 1 1
.covers BP
