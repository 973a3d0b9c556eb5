; BP: cosh.f16
.threads 44
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 89.0f16
.memory 32: 90.0f16 710.5f16 11.7f16 -7.188f16 0.2284f16 -3.59f16 -15.26f16 0.9272f16
.memory 40: -0.3f16 0.2666f16 19.14f16 5.855f16
        x = [tid]
        r = cosh.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 58: inff16 inff16 inff16 inff16 1.543f16 1.543f16 1.543f16 1.543f16
.expect memory 66: 1.544f16 1.544f16 1.128f16 1.128f16 2.352f16 2.352f16 3.762f16 3.762f16
.expect memory 74: 6.133f16 6.133f16 10.07f16 10.07f16 nanf16 nanf16 nanf16 inff16
.expect memory 82: inff16 inff16 60480.0f16 661.5f16 1.026f16 18.13f16 inff16 1.462f16
.expect memory 90: 1.045f16 1.036f16 inff16 174.6f16
.covers BP
