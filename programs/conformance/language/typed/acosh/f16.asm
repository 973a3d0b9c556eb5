; BP: acosh.f16
.threads 41
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 7.0f16
.memory 32: 36.78f16 29470.0f16 4.535f16 2.93f16 7516.0f16 13640.0f16 19.66f16 13980.0f16
.memory 40: 4.46f16
        x = [tid]
        r = acosh.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16
.expect memory 58: 11.78f16 nanf16 inff16 nanf16 0.0f16 nanf16 nanf16 nanf16
.expect memory 66: 0.0442f16 nanf16 nanf16 nanf16 0.9624f16 nanf16 1.317f16 nanf16
.expect memory 74: 1.566f16 nanf16 1.763f16 nanf16 nanf16 nanf16 nanf16 2.635f16
.expect memory 82: 4.297f16 10.984f16 2.193f16 1.737f16 9.62f16 10.21f16 3.67f16 10.24f16
.expect memory 90: 2.176f16
.covers BP
