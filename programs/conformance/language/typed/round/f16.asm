; BP: round.f16
.threads 45
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.3f16
.memory 32: -0.7f16 3.5f16 -4.5f16 1023.5f16 -0.0957f16 -0.0927f16 2.11f16 16.94f16
.memory 40: 28.27f16 -5.58f16 14.14f16 24.31f16 -2.355f16
        x = [tid]
        r = round.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 0.0f16 -0.0f16 0.0f16 -0.0f16 0.0f16 -0.0f16
.expect memory 58: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 1.0f16 -1.0f16
.expect memory 66: 1.0f16 -1.0f16 0.0f16 -0.0f16 2.0f16 -2.0f16 2.0f16 -2.0f16
.expect memory 74: 2.0f16 -2.0f16 3.0f16 -3.0f16 nanf16 nanf16 nanf16 0.0f16
.expect memory 82: -1.0f16 4.0f16 -4.0f16 1024.0f16 -0.0f16 -0.0f16 2.0f16 17.0f16
.expect memory 90: 28.0f16 -6.0f16 14.0f16 24.0f16 -2.0f16
.covers BP
