; BP: div.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 3.074f16 -0.8335f16 -0.905f16 1.213f16
.memory 64: 0.3142f16 0.63f16 0.8066f16 -1.917f16 0.2292f16 -114.8f16 -0.001866f16 -1064.0f16
.memory 72: -0.3499f16 -40.25f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 1.184f16 -0.4402f16 -5.098f16 0.09357f16
.memory 144: -0.1088f16 0.10333f16 2.959f16 0.3594f16 0.12494f16 0.0168f16 -0.615f16 86.3f16
.memory 152: 1.124f16 235.4f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = div.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: nanf16 nanf16 nanf16 nanf16 0.0f16 -0.0f16 -0.0f16 0.0f16
.expect memory 168: inff16 -inff16 -inff16 inff16 nanf16 nanf16 nanf16 nanf16
.expect memory 176: inff16 -inff16 -inff16 inff16 0.0f16 -0.0f16 -0.0f16 0.0f16
.expect memory 184: inff16 -inff16 -inff16 inff16 0.0f16 -0.0f16 -0.0f16 0.0f16
.expect memory 192: 1.0f16 -1.0f16 -1.0f16 1.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 1.0e-7f16 3.6e-7f16 1.001f16
.expect memory 208: 1024.0f16 inff16 1.0f16 32750.0f16 inff16 1.002f16 2048.0f16 2050.0f16
.expect memory 216: 1.667f16 -1.667f16 -3.5f16 3.0f16 2.598f16 1.894f16 0.1775f16 12.96f16
.expect memory 224: -2.887f16 6.094f16 0.2727f16 -5.336f16 1.835f16 -6836.0f16 0.003033f16 -12.33f16
.expect memory 232: -0.3113f16 -0.171f16
.covers BP
