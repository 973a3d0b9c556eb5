; BP: exp.f16
.threads 46
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 88.75f16
.memory 32: -103.9f16 -104.0f16 710.0f16 -745.0f16 11.09f16 6.277f16 6.848f16 -0.0772f16
.memory 40: -3.523f16 -0.6987f16 -5.402f16 -0.3362f16 7.598f16 14.89f16
        x = [tid]
        r = exp.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 58: inff16 0.0f16 inff16 0.0f16 2.719f16 0.368f16 2.717f16 0.3682f16
.expect memory 66: 2.72f16 0.3674f16 1.648f16 0.6064f16 4.48f16 0.2231f16 7.39f16 0.1354f16
.expect memory 74: 12.18f16 0.0821f16 20.08f16 0.04977f16 nanf16 nanf16 nanf16 inff16
.expect memory 82: 0.0f16 0.0f16 inff16 0.0f16 inff16 532.5f16 941.5f16 0.926f16
.expect memory 90: 0.0295f16 0.4973f16 0.004505f16 0.7144f16 1994.0f16 inff16
.covers BP
