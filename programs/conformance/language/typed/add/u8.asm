; BP: add.u8
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 127 0 -2 -8 7 85 85 7
.memory 16: 85 2 0 0 1 1 7 127
.memory 24: -2 0 7 1 0 127 90 27
.memory 32: 3 120 1 10 8 2 15 32
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: 0 2 3 1 7 -8 1 1
.memory 56: 2 -128 -2 7 0 2 127 2
.memory 64: 1 -128 127 1 7 -1 111 7
.memory 72: 10 4 -118 0 59 -47 2 -69
        x = [tid]
        a = tid + 40
        y = [a]
        r = add.u8 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 0 1 -2 0 -1 -1 1 10
.expect memory 88: 127 2 1 -7 14 77 86 8
.expect memory 96: 87 -126 -2 7 1 3 -122 -127
.expect memory 104: -1 -128 -122 2 7 126 -55 34
.expect memory 112: 13 124 -117 10 67 -45 17 -37
.covers BP
