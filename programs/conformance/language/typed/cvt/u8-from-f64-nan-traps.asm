; BP: cvt.u8.f64 of NaN
.threads 4
.word 64
.memory 0: 1.5f64 nanf64 -2251799813685247 nanf64
        x = [tid]
        r = cvt.u8.f64 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
