; BP: mulo.i64 of a result that is not an i64
.threads 4
.word 64
.memory 0: -9223372036854775808 -9223372036854775808 9223372036854775807 4611686018427387903
.memory 4: 1 -1 -2 2
        x = [tid]
        a = tid + 4
        y = [a]
        r = mulo.i64 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
