; BP: mul.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.1102f16 0.0784f16 -0.1307f16 0.0796f16
.memory 64: 0.07623f16 -6.67f16 0.4932f16 0.6543f16 -7.824f16 0.403f16 249.8f16 -0.03485f16
.memory 72: -0.0001924f16 63.2f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -0.3672f16 -0.4922f16 5.934f16 9.84f16
.memory 144: 0.1068f16 0.927f16 1.59f16 13.77f16 0.1719f16 -105.8f16 -74.3f16 1.747f16
.memory 152: -13.57f16 870.0f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = mul.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16
.expect memory 168: 0.0f16 -0.0f16 -0.0f16 0.0f16 inff16 -inff16 -inff16 inff16
.expect memory 176: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16
.expect memory 184: inff16 -inff16 -inff16 inff16 inff16 -inff16 -inff16 inff16
.expect memory 192: 1.0f16 -1.0f16 -1.0f16 1.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 0.0f16 1.0e-7f16 0.0f16
.expect memory 208: 0.0f16 0.003904f16 inff16 inff16 6.0e-8f16 1.0f16 0.0004883f16 0.0004888f16
.expect memory 216: 15.0f16 -15.0f16 -14.0f16 18.75f16 -0.04047f16 -0.0386f16 -0.776f16 0.7837f16
.expect memory 224: 0.00814f16 -6.184f16 0.784f16 9.016f16 -1.345f16 -42.66f16 -18560.0f16 -0.06088f16
.expect memory 232: 0.002611f16 54980.0f16
.covers BP
