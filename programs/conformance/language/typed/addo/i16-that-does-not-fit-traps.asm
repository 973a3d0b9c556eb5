; BP: addo.i16 of a result that is not an i16
.threads 4
.word 32
.memory 0: 32767 32767 -32768 -32768
.memory 4: 0 1 -1 1
        x = [tid]
        a = tid + 4
        y = [a]
        r = addo.i16 x, y
        stop
.expect trap overflow 9 threads: 1
.expect var r: _ _ _ _
.covers overflow
