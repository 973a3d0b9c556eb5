; BP: cvt.u32.f32 of a value out of range
.threads 4
.word 32
.memory 0: 1.0f32 4.2949673e9f32 -1.0f32 inff32
        x = [tid]
        r = cvt.u32.f32 x
        stop
.expect trap overflow 6 threads: 1
.expect var r: _ _ _ _
.covers overflow
