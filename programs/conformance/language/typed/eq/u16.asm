; BP: eq.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 2 7 0 7 0 32767 3 -8
.memory 16: 1 0 -1 1 7 1 21845 0
.memory 24: 2 7 21845 -32768 21845 -2 2562 17781
.memory 32: 0 88 111 -8692 3 28 7174 91
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 7 32767 1 21845 1 21845 -1
.memory 56: -8 -8 -1 7 -8 2 1 0
.memory 64: 1 0 32767 1 32767 -1 962 1
.memory 72: 18 10 25986 95 1228 2 1820 2
        x = [tid]
        a = tid + 40
        y = [a]
        r = eq.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 1 1 0 0 0 1
.expect memory 88: 0 1 0 0 0 0 0 0
.expect memory 96: 0 0 1 0 0 0 0 1
.expect memory 104: 0 0 0 0 0 0 0 0
.expect memory 112: 0 0 0 0 0 0 0 0
.covers BP
