; BP: add.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.11084f16 0.8345f16 13.914f16 0.1385f16
.memory 64: -0.2217f16 0.948f16 0.09985f16 -0.625f16 -1.593f16 1999.0f16 -1868.0f16 -4.36f16
.memory 72: 0.002815f16 -453.8f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 0.1117f16 -0.5684f16 4.203f16 0.1006f16
.memory 144: 1.035f16 7.95f16 -10.76f16 3.785f16 -0.2189f16 -0.0002077f16 -0.0149f16 28.66f16
.memory 152: -0.378f16 155.0f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = add.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.expect memory 168: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 nanf16 nanf16 -inff16
.expect memory 176: inff16 inff16 -inff16 -inff16 inff16 -inff16 inff16 -inff16
.expect memory 184: inff16 inff16 -inff16 -inff16 inff16 -inff16 inff16 -inff16
.expect memory 192: 2.0f16 0.0f16 0.0f16 -2.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 0.5f16 0.5f16 0.000122f16
.expect memory 208: 6.11e-5f16 65500.0f16 inff16 65500.0f16 1.0f16 2.0f16 1.0f16 1.002f16
.expect memory 216: 8.0f16 -2.0f16 5.0f16 10.0f16 0.2225f16 0.266f16 18.13f16 0.2391f16
.expect memory 224: 0.8135f16 8.9f16 -10.66f16 3.16f16 -1.812f16 1999.0f16 -1868.0f16 24.3f16
.expect memory 232: -0.375f16 -298.8f16
.covers BP
