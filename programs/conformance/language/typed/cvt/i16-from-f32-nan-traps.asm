; BP: cvt.i16.f32 of NaN
.threads 4
.word 32
.memory 0: 1.5f32 nanf32 -4194303 nanf32
        x = [tid]
        r = cvt.i16.f32 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
