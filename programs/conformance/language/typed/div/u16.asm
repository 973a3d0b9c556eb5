; BP: div.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: -8 -32768 3 1 1 -8 0 -1
.memory 16: 2 1 7 1 2 3 32767 32767
.memory 24: 0 -2 3 -8 32767 1 2030 128
.memory 32: 0 3 1829 3 717 0 1347 11
.memory 40: 1 1 -1 3 -1 3 1 5
.memory 48: 7 1 2 3 3 3 -32768 32767
.memory 56: 3 3 3 21845 1 -8 1 -32768
.memory 64: 7 3 32767 1 7 3 7035 7250
.memory 72: 881 53 396 366 3671 4 1 132
        x = [tid]
        a = tid + 40
        y = [a]
        r = div.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: -1 0 1 0 0 21845 0 1
.expect memory 88: 9361 -32768 1 0 0 21842 0 2
.expect memory 96: 0 0 2 0 2 0 32767 0
.expect memory 104: 0 21844 0 -8 4681 0 0 0
.expect memory 112: 0 0 4 0 0 0 1347 0
.covers BP
