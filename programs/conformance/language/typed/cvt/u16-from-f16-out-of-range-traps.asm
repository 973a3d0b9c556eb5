; BP: cvt.u16.f16 of a value out of range
.threads 4
.word 32
.memory 0: 1.0f16 inff16 -1.0f16 inff16
        x = [tid]
        r = cvt.u16.f16 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
