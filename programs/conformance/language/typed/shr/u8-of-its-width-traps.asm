; BP: shr.u8 by a count that is not below 8
.threads 4
.word 32
.memory 0: 1 1 1 1
.memory 4: 7 8 -1 -1
        x = [tid]
        a = tid + 4
        y = [a]
        r = shr.u8 x, y
        stop
.expect trap invalid-shift 9 threads: 1
.expect var r: _ _ _ _
.covers invalid-shift
