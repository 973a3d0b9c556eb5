; BP: shr.u32
.threads 32
.word 32
.memory 0: 1 -1 0 -8 5 1 -1 0
.memory 8: -8 5 1 -1 0 -8 5 1
.memory 16: -1 0 -8 5 0 7163791 48 84
.memory 24: 423419956 307386725 55358 0 3 866 62 2920323
.memory 40: 0 0 0 0 0 1 1 1
.memory 48: 1 1 16 16 16 16 16 31
.memory 56: 31 31 31 31 24 31 22 21
.memory 64: 22 29 2 4 15 8 6 8
        x = [tid]
        a = tid + 40
        y = [a]
        r = shr.u32 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 -1 0 -8 5 0 2147483647 0
.expect memory 88: 2147483644 2 0 65535 0 65535 0 0
.expect memory 96: 1 0 1 0 0 0 0 0
.expect memory 104: 100 0 13839 0 0 3 0 11407
.covers BP
