; BP: floor.f16
.threads 42
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.3f16
.memory 32: -0.7f16 0.1665f16 21.84f16 -26.47f16 18.1f16 0.2037f16 15.3f16 -0.10657f16
.memory 40: 0.1158f16 -16.47f16
        x = [tid]
        r = floor.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 0.0f16 -1.0f16 0.0f16 -1.0f16 0.0f16 -1.0f16
.expect memory 58: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.0f16 -1.0f16
.expect memory 66: 1.0f16 -2.0f16 0.0f16 -1.0f16 1.0f16 -2.0f16 2.0f16 -2.0f16
.expect memory 74: 2.0f16 -3.0f16 3.0f16 -3.0f16 nanf16 nanf16 nanf16 0.0f16
.expect memory 82: -1.0f16 0.0f16 21.0f16 -27.0f16 18.0f16 0.0f16 15.0f16 -1.0f16
.expect memory 90: 0.0f16 -17.0f16
.covers BP
