; BP: sinh.f16
.threads 44
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 89.0f16
.memory 32: 90.0f16 710.5f16 11.7f16 -11.586f16 -1.032f16 -0.1006f16 0.1915f16 -0.11444f16
.memory 40: 6.87f16 -0.5044f16 -19.19f16 -26.44f16
        x = [tid]
        r = sinh.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.expect memory 58: inff16 -inff16 inff16 -inff16 1.175f16 -1.175f16 1.175f16 -1.175f16
.expect memory 66: 1.177f16 -1.177f16 0.521f16 -0.521f16 2.129f16 -2.129f16 3.627f16 -3.627f16
.expect memory 74: 6.05f16 -6.05f16 10.016f16 -10.016f16 nanf16 nanf16 nanf16 inff16
.expect memory 82: inff16 inff16 60480.0f16 -53800.0f16 -1.226f16 -0.10077f16 0.1927f16 -0.1147f16
.expect memory 90: 482.0f16 -0.526f16 -inff16 -inff16
.covers BP
