; BP: mulo.i32 of a result that is not an i32
.threads 4
.word 32
.memory 0: -2147483648 -2147483648 2147483647 1073741823
.memory 4: 1 -1 -2 2
        x = [tid]
        a = tid + 4
        y = [a]
        r = mulo.i32 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
