; BP: div.i64 of the least number by -1, whose quotient is not an i64
.threads 4
.word 64
.memory 0: 7 -9223372036854775808 -9223372036854775808 7
.memory 4: -1 -1 -1 1
        x = [tid]
        a = tid + 4
        y = [a]
        r = div.i64 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
