; BP: select.i32, which tests the whole word of its condition
.threads 15
.word 32
.memory 0: 0 1 -1 256 65536 -2147483648 0 1
.memory 8: -1 256 65536 -2147483648 0 1 -1
.memory 20: 0 1 2 3 7 2147483647 2147483646 -2147483648
.memory 28: -2147483647 1073741823 715827882 -1 -2 -7 -1073741824
.memory 40: -7 -1073741824 -2147483648 3 7 2 -1 1
.memory 48: -2147483648 -1073741824 715827882 715827882 -1 7 2147483646
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.i32 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: -7 1 2 3 7 2147483647 -1 -2147483648
.expect memory 68: -2147483647 1073741823 715827882 -1 -1 -7 -1073741824
.covers BP
