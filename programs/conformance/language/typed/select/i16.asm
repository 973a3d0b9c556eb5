; BP: select.i16, which tests the whole word of its condition
.threads 15
.word 32
.memory 0: 0 1 -1 256 65536 -32768 0 1
.memory 8: -1 256 65536 -32768 0 1 -1
.memory 20: 0 1 2 3 7 32767 32766 -32768
.memory 28: -32767 16383 10922 -1 -2 -7 -16384
.memory 40: 3 10922 -1 1 7 16383 32766 7
.memory 48: 10922 -32768 1 0 7 7 -16384
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.i16 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 3 1 2 3 7 32767 32766 -32768
.expect memory 68: -32767 16383 10922 -1 7 -7 -16384
.covers BP
