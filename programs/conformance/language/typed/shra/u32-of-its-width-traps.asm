; BP: shra.u32 by a count that is not below 32
.threads 4
.word 32
.memory 0: 1 1 1 1
.memory 4: 31 32 -1 -1
        x = [tid]
        a = tid + 4
        y = [a]
        r = shra.u32 x, y
        stop
.expect trap invalid-shift 9 threads: 1
.expect var r: _ _ _ _
.covers invalid-shift
