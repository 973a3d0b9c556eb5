; BP: andnot.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 0 1 -32768 1 -1 -2 21845 7
.memory 16: -32768 3 32767 21845 1 0 -8 1
.memory 24: 32767 32767 1 1 0 0 -9814 36
.memory 32: 22510 250 1681 1 33 1663 159 0
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 7 32767 21845 -32768 7 32767 32767 -8
.memory 56: -1 1 0 1 7 32767 3 2
.memory 64: -1 32767 32767 32767 0 0 7477 14022
.memory 72: 525 14 3 25004 0 5 -25594 22325
        x = [tid]
        a = tid + 40
        y = [a]
        r = andnot.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 0 0 0 0 -1 0 0
.expect memory 88: 0 0 -32768 1 -8 -32768 0 7
.expect memory 96: 0 2 32767 21844 0 0 -8 1
.expect memory 104: 0 0 0 0 0 0 -16246 32
.expect memory 112: 21986 240 1680 1 33 1658 153 0
.covers BP
