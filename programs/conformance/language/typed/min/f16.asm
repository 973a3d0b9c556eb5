; BP: min.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.249f16 -0.11383f16 0.276f16 -3.824f16
.memory 64: 1.842f16 -15.266f16 2.56f16 0.609f16 0.2076f16 -0.8623f16 21170.0f16 73.2f16
.memory 72: -0.03094f16 0.5557f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -0.9287f16 -0.1582f16 0.9033f16 -6.574f16
.memory 144: 1.397f16 -15.48f16 -3.37f16 -0.8813f16 -14.86f16 0.4744f16 -0.00675f16 -10.945f16
.memory 152: 2.87f16 -0.004917f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = min.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 -0.0f16 -0.0f16 -0.0f16 0.0f16 -1.0f16 -0.0f16 -1.0f16
.expect memory 168: 0.0f16 -0.0f16 -1.0f16 -1.0f16 inff16 -inff16 -inff16 -inff16
.expect memory 176: 0.0f16 -0.0f16 -inff16 -inff16 0.0f16 -inff16 -0.0f16 -inff16
.expect memory 184: 2.0f16 -2.0f16 -inff16 -inff16 2.0f16 -inff16 -2.0f16 -inff16
.expect memory 192: 1.0f16 -1.0f16 -1.0f16 -1.0f16 1.0f16 1.0f16 0.0f16 inff16
.expect memory 200: inff16 nanf16 1.0f16 0.0f16 0.0f16 6.0e-8f16 2.0e-7f16 6.1e-5f16
.expect memory 208: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.expect memory 216: 3.0f16 -5.0f16 -2.0f16 2.5f16 -0.9287f16 -0.1582f16 0.276f16 -6.574f16
.expect memory 224: 1.397f16 -15.48f16 -3.37f16 -0.8813f16 -14.86f16 -0.8623f16 -0.00675f16 -10.945f16
.expect memory 232: -0.03094f16 -0.004917f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.covers BP
