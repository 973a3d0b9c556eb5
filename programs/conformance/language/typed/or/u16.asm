; BP: or.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -1 -32768 -32768 7 3 3 3 1
.memory 16: 1 0 21845 7 -32768 1 32767 7
.memory 24: 1 -32768 0 32767 0 -2 2757 7
.memory 32: 490 0 1798 4 25 3 13210 0
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 32767 -1 1 32767 2 -1 -8 0
.memory 56: 0 -2 3 2 32767 7 21845 0
.memory 64: 32767 7 21845 32767 0 3 1992 0
.memory 72: 1570 671 14905 321 -2088 102 0 188
        x = [tid]
        a = tid + 40
        y = [a]
        r = or.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 5
.expect memory 88: -1 -1 -32767 32767 3 -1 -5 1
.expect memory 96: 1 -2 21847 7 -1 7 32767 7
.expect memory 104: 32767 -32761 21845 32767 0 -1 4045 7
.expect memory 112: 2026 671 16191 325 -2087 103 13210 188
.covers BP
