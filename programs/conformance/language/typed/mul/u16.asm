; BP: mul.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 1 1 21845 3 0 0 21845
.memory 16: 3 32767 3 7 7 7 -8 21845
.memory 24: -8 1 7 0 -2 1 8 1774
.memory 32: 3730 2 0 1697 6 593 247 4728
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 1 0 -1 0 32767 -8 1
.memory 56: -2 32767 3 3 7 -32768 -2 3
.memory 64: -1 -1 1 32767 0 7 0 86
.memory 72: 1 7042 55 1 5617 62 0 26
        x = [tid]
        a = tid + 40
        y = [a]
        r = mul.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 0 1 0 0 0 0 25
.expect memory 88: 3 1 0 -21845 0 0 0 21845
.expect memory 96: -6 1 9 21 49 -32768 16 -1
.expect memory 104: 8 -1 7 0 0 7 0 21492
.expect memory 112: 3730 14084 0 1697 -31834 -28770 0 -8144
.covers BP
