; BP: shl.i16 by a count that is not below 16
.threads 4
.word 32
.memory 0: 1 1 1 1
.memory 4: 15 16 -1 -1
        x = [tid]
        a = tid + 4
        y = [a]
        r = shl.i16 x, y
        stop
.expect trap invalid-shift 9 threads: 1
.expect var r: _ _ _ _
.covers invalid-shift
