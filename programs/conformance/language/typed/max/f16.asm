; BP: max.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 -0.08795f16 -0.07794f16 5.965f16 -2.44f16
.memory 64: -4.1f16 -0.3816f16 -0.4832f16 0.5093f16 -7.88f16 0.000566f16 -1.135f16 -2.424f16
.memory 72: 0.0002904f16 0.4304f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 1.516f16 0.1987f16 0.06946f16 -1.06f16
.memory 144: 7.85f16 -0.1277f16 -0.2083f16 0.1469f16 1.147f16 4.887f16 -492.8f16 -23.44f16
.memory 152: -7.527f16 284.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = max.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 0.0f16 0.0f16 -0.0f16 1.0f16 0.0f16 1.0f16 -0.0f16
.expect memory 168: 1.0f16 1.0f16 0.0f16 -0.0f16 inff16 inff16 inff16 -inff16
.expect memory 176: inff16 inff16 0.0f16 -0.0f16 inff16 0.0f16 inff16 -0.0f16
.expect memory 184: inff16 inff16 2.0f16 -2.0f16 inff16 2.0f16 inff16 -2.0f16
.expect memory 192: 1.0f16 1.0f16 1.0f16 -1.0f16 1.0f16 1.0f16 0.0f16 inff16
.expect memory 200: inff16 nanf16 1.0f16 0.0f16 0.0f16 0.5f16 0.5f16 6.104e-5f16
.expect memory 208: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.expect memory 216: 5.0f16 3.0f16 7.0f16 7.5f16 1.516f16 0.1987f16 5.965f16 -1.06f16
.expect memory 224: 7.85f16 -0.1277f16 -0.2083f16 0.5093f16 1.147f16 4.887f16 -1.135f16 -2.424f16
.expect memory 232: 0.0002904f16 284.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.covers BP
