; BP: atan2.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.217f16 0.2603f16 8.17f16 0.3064f16
.memory 64: -6.926f16 -3.613f16 0.7734f16 -0.353f16 0.2019f16 2010.0f16 -0.01291f16 317.8f16
.memory 72: 0.0001055f16 -212.8f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 0.1528f16 -0.1586f16 0.2411f16 -0.4414f16
.memory 144: -0.7427f16 -13.766f16 0.3003f16 0.1571f16 14.664f16 0.006474f16 3.219f16 0.001042f16
.memory 152: 12.92f16 11840.0f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = atan2.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 3.14f16 -0.0f16 -3.14f16 0.0f16 3.14f16 -0.0f16 -3.14f16
.expect memory 168: 1.57f16 1.57f16 -1.57f16 -1.57f16 0.785f16 2.355f16 -0.785f16 -2.355f16
.expect memory 176: 1.57f16 1.57f16 -1.57f16 -1.57f16 0.0f16 3.14f16 -0.0f16 -3.14f16
.expect memory 184: 1.57f16 1.57f16 -1.57f16 -1.57f16 0.0f16 3.14f16 -0.0f16 -3.14f16
.expect memory 192: 0.785f16 2.355f16 -0.785f16 -2.355f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 1.0e-7f16 3.6e-7f16 0.7856f16
.expect memory 208: 1.569f16 1.57f16 0.785f16 1.57f16 1.57f16 0.786f16 1.57f16 1.57f16
.expect memory 216: 1.03f16 -1.03f16 1.849f16 1.249f16 0.9575f16 2.117f16 1.541f16 2.535f16
.expect memory 224: -1.678f16 -2.885f16 1.2f16 -1.152f16 0.01377f16 1.57f16 -0.00401f16 1.57f16
.expect memory 232: 8.17e-6f16 -0.01796f16
.covers BP
