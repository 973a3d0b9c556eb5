; BP: ne.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.7495f16 -1.994f16 -2.006f16 -0.2915f16
.memory 64: -8.4f16 2.703f16 1.193f16 0.3225f16 9.42f16 0.0002106f16 0.000767f16 -0.261f16
.memory 72: -0.0001829f16 -1.112f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 0.2047f16 1.335f16 4.734f16 -0.4827f16
.memory 144: -6.156f16 -0.2184f16 0.4114f16 13.8f16 13.38f16 -0.000176f16 0.0003967f16 -0.0007567f16
.memory 152: 24940.0f16 6896.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = ne.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0 0 0 0 1 1 1 1
.expect memory 168: 1 1 1 1 0 1 1 0
.expect memory 176: 1 1 1 1 1 1 1 1
.expect memory 184: 1 1 1 1 1 1 1 1
.expect memory 192: 0 1 1 0 1 1 1 1
.expect memory 200: 1 1 1 1 1 1 1 1
.expect memory 208: 1 1 0 1 1 1 1 1
.expect memory 216: 1 1 1 1 1 1 1 1
.expect memory 224: 1 1 1 1 1 1 1 1
.expect memory 232: 1 1 0 0 0 0 0 0
.covers BP
