; BP: subo.i16 of a result that is not an i16
.threads 4
.word 32
.memory 0: 32767 0 -32768 -1
.memory 4: 0 -32768 1 -32768
        x = [tid]
        a = tid + 4
        y = [a]
        r = subo.i16 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
