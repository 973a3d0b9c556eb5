; BP: xor.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 7 32767 3 -2 21845 2 1 -1
.memory 16: 21845 3 32767 1 -8 2 1 0
.memory 24: -32768 0 32767 2 -32768 -8 1079 56
.memory 32: 7623 225 252 1 87 24 1 2469
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 3 21845 1 -8 21845 -2 0 1
.memory 56: 1 7 -2 3 1 7 2 1
.memory 64: 1 1 -32768 1 2 -8 214 6987
.memory 72: 24 0 0 3 0 1 0 457
        x = [tid]
        a = tid + 40
        y = [a]
        r = xor.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -2 1 0 0 -1 -1 1 0
.expect memory 88: 4 10922 2 6 0 -4 1 -2
.expect memory 96: 21844 4 -32767 2 -7 5 3 1
.expect memory 104: -32767 1 -1 3 -32766 0 1249 7027
.expect memory 112: 7647 225 252 2 87 25 1 2156
.covers BP
