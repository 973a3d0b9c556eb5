; BP: select.i8, which tests the whole word of its condition
.threads 15
.word 32
.memory 0: 0 1 -1 256 65536 -128 0 1
.memory 8: -1 256 65536 -128 0 1 -1
.memory 20: 0 1 2 3 7 127 126 -128
.memory 28: -127 63 42 -1 -2 -7 -64
.memory 40: 127 42 -128 -7 -128 126 -128 -127
.memory 48: -127 -2 126 1 -64 -64 -1
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.i8 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 127 1 2 3 7 127 -128 -128
.expect memory 68: -127 63 42 -1 -64 -7 -64
.covers BP
