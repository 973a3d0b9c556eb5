; BP: select.u16, which tests the whole word of its condition
.threads 14
.word 32
.memory 0: 0 1 -1 256 65536 -32768 0 1
.memory 8: -1 256 65536 -32768 0 1
.memory 20: 0 1 2 3 7 -1 -2 0
.memory 28: 1 32767 21845 -32768 32767 -8
.memory 40: 1 1 7 0 32767 -8 1 -32768
.memory 48: 32767 2 32767 2 1 21845
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.u16 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 1 1 2 3 7 -1 1 0
.expect memory 68: 1 32767 21845 -32768 1 -8
.covers BP
