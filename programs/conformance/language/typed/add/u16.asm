; BP: add.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 1 0 32767 -32768 3 -2 1 3
.memory 16: 0 -2 32767 7 3 -8 1 32767
.memory 24: 1 2 1 1 0 0 16193 992
.memory 32: 586 106 19 52 419 3 7 0
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -32768 1 32767 -8 -1 1 32767 -2
.memory 56: 0 1 0 -8 32767 2 3 3
.memory 64: -2 0 7 -32768 1 21845 34 13
.memory 72: 97 165 50 11934 1 46 -6940 10
        x = [tid]
        a = tid + 40
        y = [a]
        r = add.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 -2 0 -1 -1 1 10
.expect memory 88: -32767 1 -2 32760 2 -1 -32768 1
.expect memory 96: 0 -1 32767 -1 -32766 -6 4 -32766
.expect memory 104: -1 2 8 -32767 1 21845 16227 1005
.expect memory 112: 683 271 69 11986 420 49 -6933 10
.covers BP
