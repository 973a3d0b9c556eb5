; BP: rem.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 3.674f16 -3.584f16 -0.1166f16 4.184f16
.memory 64: 0.1169f16 0.112f16 -1.358f16 -0.6714f16 0.1749f16 0.01521f16 -11.21f16 213.6f16
.memory 72: 2746.0f16 -0.005272f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -1.725f16 3.186f16 -2.936f16 0.5425f16
.memory 144: -0.376f16 1.499f16 3.27f16 3.668f16 0.3916f16 0.899f16 -10550.0f16 40.03f16
.memory 152: 0.07654f16 26.64f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = rem.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: nanf16 nanf16 nanf16 nanf16 0.0f16 0.0f16 -0.0f16 -0.0f16
.expect memory 168: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16
.expect memory 176: nanf16 nanf16 nanf16 nanf16 0.0f16 0.0f16 -0.0f16 -0.0f16
.expect memory 184: nanf16 nanf16 nanf16 nanf16 2.0f16 2.0f16 -2.0f16 -2.0f16
.expect memory 192: 0.0f16 0.0f16 -0.0f16 -0.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 6.0e-8f16 2.0e-7f16 6.0e-8f16
.expect memory 208: 0.0f16 0.0f16 0.0f16 0.0f16 0.0f16 0.001465f16 0.0f16 0.0f16
.expect memory 216: 2.0f16 -2.0f16 1.0f16 0.0f16 0.2246f16 -0.3984f16 -0.1166f16 0.3862f16
.expect memory 224: 0.1169f16 0.112f16 -1.358f16 -0.6714f16 0.1749f16 0.01521f16 -11.21f16 13.47f16
.expect memory 232: 0.0431f16 -0.005272f16
.covers BP
