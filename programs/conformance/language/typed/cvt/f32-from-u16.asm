; BP: cvt.f32.u16
.threads 26
.word 32
.memory 0: 0 1 2 3 7 -1 -2 32767
.memory 8: 21845 -32768 -8 1280 4 469 12 14
.memory 16: 19059 541 15256 5 22422 -32 -17 -16
.memory 24: 2049 2051
        x = [tid]
        r = cvt.f32.u16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0.0f32 1.0f32 2.0f32 3.0f32 7.0f32 65535.0f32 65534.0f32 32767.0f32
.expect memory 38: 21845.0f32 32768.0f32 65528.0f32 1280.0f32 4.0f32 469.0f32 12.0f32 14.0f32
.expect memory 46: 19059.0f32 541.0f32 15256.0f32 5.0f32 22422.0f32 65504.0f32 65519.0f32 65520.0f32
.expect memory 54: 2049.0f32 2051.0f32
.covers BP
