; BP: ge.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 -1.657f16 -0.9795f16 -3.865f16 -0.07764f16
.memory 64: 0.9443f16 13.88f16 -14.65f16 0.1848f16 -0.0782f16 -15970.0f16 -981.0f16 11380.0f16
.memory 72: 0.001224f16 6390.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 0.0985f16 -11.52f16 -3.32f16 -0.117f16
.memory 144: 4.477f16 -0.6772f16 -7.695f16 3.18f16 -0.559f16 -134.4f16 -0.3772f16 -0.0004044f16
.memory 152: -989.0f16 0.2825f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = ge.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 1 1 1 1 0 1 0 1
.expect memory 168: 1 1 0 0 1 1 0 1
.expect memory 176: 1 1 0 0 0 1 0 1
.expect memory 184: 1 1 0 0 0 1 0 1
.expect memory 192: 1 1 0 1 0 0 0 0
.expect memory 200: 0 0 0 0 0 0 0 1
.expect memory 208: 1 1 1 1 1 1 1 1
.expect memory 216: 1 0 1 1 0 1 0 1
.expect memory 224: 0 1 0 0 1 0 0 1
.expect memory 232: 1 1 1 1 1 1 1 1
.covers BP
