; BP: pow.f16
.threads 91
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 2.0f16 2.0f16 10.0f16 -2.0f16
.memory 64: -2.0f16 -8.0f16 0.5f16 0.5f16 1.5f16 3.0f16 9.0f16 -1.0f16
.memory 72: -0.5f16 1.001f16 1.25f16 0.999f16 -0.0f16 -0.0f16 -0.0f16 -0.0f16
.memory 80: -inff16 -inff16 0.2421f16 5.45f16 0.2517f16 7.13f16 0.2264f16 0.4004f16
.memory 88: 1.169f16 3.13f16 1.699f16
.memory 100: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 108: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 116: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 124: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 132: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 140: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 148: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 156: 3.0f16 3.0f16 -2.0f16 2.5f16 10.0f16 0.5f16 3.0f16 3.0f16
.memory 164: 2.0f16 0.3333f16 100.0f16 149.0f16 200.0f16 -2.0f16 0.5f16 3.0f16
.memory 172: 5.0f16 2.0f16 3.0f16 700.0f16 3.0f16 -3.0f16 2.0f16 -2.0f16
.memory 180: 3.0f16 -3.0f16 -4.85f16 1.032f16 -0.943f16 0.551f16 -0.7646f16 -0.7544f16
.memory 188: 1.123f16 0.5005f16 -1.621f16
        x = [tid]
        a = tid + 100
        y = [a]
        r = pow.f16 x, y
        a = tid + 200
        [a] = r
        stop
.expect memory 200: 1.0f16 1.0f16 1.0f16 1.0f16 0.0f16 inff16 -0.0f16 -inff16
.expect memory 208: 1.0f16 1.0f16 1.0f16 1.0f16 inff16 0.0f16 inff16 0.0f16
.expect memory 216: 1.0f16 1.0f16 1.0f16 1.0f16 0.0f16 inff16 0.0f16 inff16
.expect memory 224: inff16 0.0f16 inff16 0.0f16 inff16 0.0f16 inff16 0.0f16
.expect memory 232: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 1.0f16 nanf16
.expect memory 240: nanf16 nanf16 1.0f16 nanf16 1.0f16 0.0002441f16 0.000423f16 0.9995f16
.expect memory 248: 1.0f16 1.0f16 inff16 inff16 1.0f16 1.001f16 1.0f16 1.0f16
.expect memory 256: 125.0f16 -125.0f16 0.0204f16 154.0f16 1024.0f16 1.414f16 1000.0f16 -8.0f16
.expect memory 264: 4.0f16 nanf16 0.0f16 0.0f16 inff16 0.1111f16 3.0f16 -1.0f16
.expect memory 272: -0.03125f16 1.002f16 1.953f16 0.5044f16 -0.0f16 -inff16 0.0f16 inff16
.expect memory 280: -inff16 -0.0f16 974.5f16 5.754f16 3.672f16 2.95f16 3.113f16 1.995f16
.expect memory 288: 1.191f16 1.7705f16 0.4233f16
.covers BP
