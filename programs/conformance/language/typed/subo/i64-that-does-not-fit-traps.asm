; BP: subo.i64 of a result that is not an i64
.threads 4
.word 64
.memory 0: 9223372036854775807 0 -9223372036854775808 -1
.memory 4: 0 -9223372036854775808 1 -9223372036854775808
        x = [tid]
        a = tid + 4
        y = [a]
        r = subo.i64 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
