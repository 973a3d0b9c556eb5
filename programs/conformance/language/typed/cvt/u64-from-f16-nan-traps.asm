; BP: cvt.u64.f16 of NaN
.threads 4
.word 64
.memory 0: 1.5f16 nanf16 -511 nanf16
        x = [tid]
        r = cvt.u64.f16 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
