; BP: shl.i64 by a count that is not below 64
.threads 4
.word 64
.memory 0: 1 1 1 1
.memory 4: 63 64 -1 -1
        x = [tid]
        a = tid + 4
        y = [a]
        r = shl.i64 x, y
        stop
.expect trap invalid-shift 9 threads: 1
.expect var r: _ _ _ _
.covers invalid-shift
