; BP: select.u8, which tests the whole word of its condition
.threads 14
.word 32
.memory 0: 0 1 -1 256 65536 -128 0 1
.memory 8: -1 256 65536 -128 0 1
.memory 20: 0 1 2 3 7 -1 -2 0
.memory 28: 1 127 85 -128 127 -8
.memory 40: 0 -1 127 127 3 1 1 127
.memory 48: 2 0 0 7 7 85
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.u8 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 0 1 2 3 7 -1 1 0
.expect memory 68: 1 127 85 -128 7 -8
.covers BP
