; BP: select.u32, which tests the whole word of its condition
.threads 14
.word 32
.memory 0: 0 1 -1 256 65536 -2147483648 0 1
.memory 8: -1 256 65536 -2147483648 0 1
.memory 20: 0 1 2 3 7 -1 -2 0
.memory 28: 1 2147483647 1431655765 -2147483648 2147483647 -8
.memory 40: -8 0 2 1 1 0 2 -8
.memory 48: -1 7 1 2 0 -2147483648
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.u32 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: -8 1 2 3 7 -1 2 0
.expect memory 68: 1 2147483647 1431655765 -2147483648 0 -8
.covers BP
