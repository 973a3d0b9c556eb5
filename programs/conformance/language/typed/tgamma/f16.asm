; BP: tgamma.f16
.threads 52
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 4.0f16
.memory 32: 5.5f16 35.0f16 35.1f16 170.6f16 171.8f16 -10.25f16 -40.5f16 -183.5f16
.memory 40: -4.0f16 9.2f16 -0.001f16 -4.133f16 -0.3782f16 7.76f16 -0.2278f16 -14.336f16
.memory 48: 0.1686f16 -19.88f16 0.645f16 -14.8f16
        x = [tid]
        r = tgamma.f16 x
        a = tid + 60
        [a] = r
        stop
.expect memory 60: inff16 -inff16 inff16 -inff16 16400.0f16 -16400.0f16 16380.0f16 -16380.0f16
.expect memory 68: inff16 nanf16 inff16 nanf16 1.0f16 nanf16 1.0f16 -2048.0f16
.expect memory 76: 0.9995f16 1023.5f16 1.772f16 -3.545f16 0.886f16 2.363f16 1.0f16 nanf16
.expect memory 84: 1.329f16 -0.9453f16 2.0f16 nanf16 nanf16 nanf16 nanf16 6.0f16
.expect memory 92: 52.34f16 inff16 inff16 inff16 inff16 -6.6e-7f16 -0.0f16 0.0f16
.expect memory 100: nanf16 62430.0f16 -1000.0f16 -0.264f16 -3.81f16 3130.0f16 -5.254f16 -0.0f16
.expect memory 108: 5.5f16 0.0f16 1.395f16 -0.0f16
.covers BP
