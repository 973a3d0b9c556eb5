; BP: subo.i8 of a result that is not an i8
.threads 4
.word 32
.memory 0: 127 0 -128 -1
.memory 4: 0 -128 1 -128
        x = [tid]
        a = tid + 4
        y = [a]
        r = subo.i8 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
