; BP: cvt.u64.f32 of a value out of range
.threads 4
.word 64
.memory 0: 1.0f32 1.8446744e19f32 -1.0f32 inff32
        x = [tid]
        r = cvt.u64.f32 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
