; BP: subo.i32 of a result that is not an i32
.threads 4
.word 32
.memory 0: 2147483647 0 -2147483648 -1
.memory 4: 0 -2147483648 1 -2147483648
        x = [tid]
        a = tid + 4
        y = [a]
        r = subo.i32 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
