; BP: exp10.f16
.threads 48
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 38.5f16
.memory 32: -45.0f16 308.3f16 -323.5f16 4.8f16 -7.5f16 5.0f16 10.0f16 -0.7437f16
.memory 40: -0.2498f16 -0.7886f16 -0.1316f16 0.988f16 -0.3691f16 -0.1884f16 -10.55f16 -0.0888f16
        x = [tid]
        r = exp10.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 58: inff16 0.0f16 inff16 0.0f16 10.0f16 0.1f16 9.99f16 0.1001f16
.expect memory 66: 10.02f16 0.0998f16 3.162f16 0.3162f16 31.63f16 0.03162f16 100.0f16 0.01f16
.expect memory 74: 316.3f16 0.003162f16 1000.0f16 0.001f16 nanf16 nanf16 nanf16 inff16
.expect memory 82: 0.0f16 inff16 0.0f16 63200.0f16 6.0e-8f16 inff16 inff16 0.1804f16
.expect memory 90: 0.5625f16 0.1627f16 0.739f16 9.73f16 0.4275f16 0.648f16 0.0f16 0.815f16
.covers BP
