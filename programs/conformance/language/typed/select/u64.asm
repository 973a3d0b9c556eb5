; BP: select.u64, which tests the whole word of its condition
.threads 14
.word 64
.memory 0: 0 1 -1 256 65536 -9223372036854775808 0 1
.memory 8: -1 256 65536 -9223372036854775808 0 1
.memory 20: 0 1 2 3 7 -1 -2 0
.memory 28: 1 9223372036854775807 6148914691236517205 -9223372036854775808 9223372036854775807 -8
.memory 40: 3 6148914691236517205 7 9223372036854775807 -8 -2 -2 0
.memory 48: -2 7 -8 6148914691236517205 2 3
        x = [tid]
        a = tid + 20
        y = [a]
        a = tid + 40
        z = [a]
        r = select.u64 x, y, z
        a = tid + 60
        [a] = r
        stop
.expect memory 60: 3 1 2 3 7 -1 -2 0
.expect memory 68: 1 9223372036854775807 6148914691236517205 -9223372036854775808 2 -8
.covers BP
