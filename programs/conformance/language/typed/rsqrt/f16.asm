; BP: rsqrt.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 4.0f16
.memory 32: 16.0f16 0.01f16 6.563f16 6.73e-5f16 9.086f16 0.04752f16 31.58f16 130.1f16
.memory 40: 23020.0f16 3.611f16 1067.0f16
        x = [tid]
        r = rsqrt.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: inff16 -inff16 4096.0f16 nanf16 128.1f16 nanf16 128.0f16 nanf16
.expect memory 58: 0.003906f16 nanf16 0.0f16 nanf16 1.0f16 nanf16 1.0f16 nanf16
.expect memory 66: 0.9995f16 nanf16 1.414f16 nanf16 0.8164f16 nanf16 0.707f16 nanf16
.expect memory 74: 0.6323f16 nanf16 0.577f16 nanf16 nanf16 nanf16 nanf16 0.5f16
.expect memory 82: 0.25f16 10.0f16 0.3904f16 121.9f16 0.3318f16 4.586f16 0.178f16 0.08765f16
.expect memory 90: 0.00659f16 0.5264f16 0.03061f16
.covers BP
