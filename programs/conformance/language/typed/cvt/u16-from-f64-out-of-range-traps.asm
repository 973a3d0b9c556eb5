; BP: cvt.u16.f64 of a value out of range
.threads 4
.word 64
.memory 0: 1.0f64 65536.0f64 -1.0f64 inff64
        x = [tid]
        r = cvt.u16.f64 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
