; BP: div.i8 of the least number by -1, whose quotient is not an i8
.threads 4
.word 32
.memory 0: 7 -128 -128 7
.memory 4: -1 -1 -1 1
        x = [tid]
        a = tid + 4
        y = [a]
        r = div.i8 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
