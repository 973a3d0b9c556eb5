; BP: mulo.i16
.threads 28
.word 32
.memory 0: 32767 -32768 0 5 7 1 -1 10922
.memory 8: 1 1 3 0 -1 -32767 10922 3
.memory 16: 0 14 -1 11 201 0 80 3640
.memory 24: -4096 -9 32767 -32768
.memory 30: 1 1 1 5 -1 3 3 1
.memory 38: -1 0 3 3 -1 1 -2 1
.memory 46: 32767 1 3 2 -18 15 3 9
.memory 54: 8 9 1 1
        x = [tid]
        a = tid + 30
        y = [a]
        r = mulo.i16 x, y
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 32767 -32768 0 25 -7 3 -3 10922
.expect memory 68: -1 0 9 0 1 -32767 -21844 3
.expect memory 76: 0 14 -3 22 -3618 0 240 32760
.expect memory 84: -32768 -81 32767 -32768
.covers BP
