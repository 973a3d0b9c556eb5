; BP: adds.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -32768 -2 0 32767 32767 -8 1 0
.memory 16: 0 21845 1 0 3 0 21845 1
.memory 24: 32767 -2 3 21845 2 1 109 776
.memory 32: 20069 5595 1 6960 9813 8 445 13
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 0 2 32767 2 -2 -8 7
.memory 56: 32767 1 -1 32767 0 -1 2 32767
.memory 64: -1 1 32767 -8 -2 32767 1112 558
.memory 72: 0 6820 2 6467 481 100 7 314
        x = [tid]
        a = tid + 40
        y = [a]
        r = adds.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 1 -1 0 -1 -1 1 10
.expect memory 88: -32768 -2 2 -2 -32767 -1 -7 7
.expect memory 96: 32767 21846 -1 32767 3 -1 21847 -32768
.expect memory 104: -1 -1 -32766 -1 -1 -32768 1221 1334
.expect memory 112: 20069 12415 3 13427 10294 108 452 327
.covers BP
