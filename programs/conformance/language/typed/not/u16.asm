; BP: not.u16
.threads 23
.word 32
.memory 0: 0 1 2 3 7 -1 -2 0
.memory 8: 1 32767 21845 -32768 32767 -8 6960 14
.memory 16: 11895 8 105 21 40 9 1682
        x = [tid]
        r = not.u16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: -1 -2 -3 -4 -8 0 1 -1
.expect memory 38: -2 -32768 -21846 32767 -32768 7 -6961 -15
.expect memory 46: -11896 -9 -106 -22 -41 -10 -1683
.covers BP
