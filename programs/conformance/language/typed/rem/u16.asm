; BP: rem.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 7 1 32767 21845 0 7 -32768 32767
.memory 16: -32768 -8 2 7 7 21845 -8 -32768
.memory 24: -1 32767 1 -8 2 -32768 2 266
.memory 32: 2911 25 79 3040 81 1189 0 53
.memory 40: 1 1 -1 3 -1 3 1 5
.memory 48: 7 -32768 32767 21845 -2 -32768 -1 3
.memory 56: 32767 1 -8 2 -8 3 -8 1
.memory 64: -32768 1 -8 1 1 2 43 3240
.memory 72: 1247 236 1303 113 3532 7541 1204 3
        x = [tid]
        a = tid + 40
        y = [a]
        r = rem.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 0 0 0 0 0 0 0
.expect memory 88: 0 1 0 0 0 7 -32768 1
.expect memory 96: 1 0 2 1 7 2 0 0
.expect memory 104: 32767 0 1 0 0 0 2 266
.expect memory 112: 417 25 79 102 81 1189 0 2
.covers BP
