; BP: gt.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.8384f16 13.81f16 -1.255f16 -0.239f16
.memory 64: 1.11f16 -0.0835f16 -0.7314f16 2.773f16 -1.391f16 26.3f16 9.6e-5f16 -15416.0f16
.memory 72: 2306.0f16 3.295f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 1.815f16 11.07f16 -0.1504f16 0.0648f16
.memory 144: 4.17f16 0.4822f16 0.423f16 7.234f16 -0.8916f16 -3256.0f16 0.01484f16 -0.0564f16
.memory 152: 4.527f16 -184.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = gt.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0 0 0 0 0 1 0 1
.expect memory 168: 1 1 0 0 0 1 0 0
.expect memory 176: 1 1 0 0 0 1 0 1
.expect memory 184: 1 1 0 0 0 1 0 1
.expect memory 192: 0 1 0 0 0 0 0 0
.expect memory 200: 0 0 0 0 0 0 0 1
.expect memory 208: 1 1 0 1 1 1 1 1
.expect memory 216: 1 0 1 1 0 1 0 0
.expect memory 224: 0 0 0 0 0 1 0 0
.expect memory 232: 1 1 0 0 0 0 0 0
.covers BP
