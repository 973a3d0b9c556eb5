; BP: log.f16
.threads 44
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 10.0f16
.memory 32: 0.9f16 1.1f16 1.0e-7f16 7.867f16 0.6055f16 1.99f16 0.0001696f16 0.10144f16
.memory 40: 0.000577f16 0.0001516f16 0.2722f16 23.23f16
        x = [tid]
        r = log.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: -inff16 -inff16 -16.64f16 nanf16 -9.7f16 nanf16 -9.7f16 nanf16
.expect memory 58: 11.09f16 nanf16 inff16 nanf16 0.0f16 nanf16 -0.0004883f16 nanf16
.expect memory 66: 0.000976f16 nanf16 -0.6934f16 nanf16 0.4055f16 nanf16 0.6934f16 nanf16
.expect memory 74: 0.9165f16 nanf16 1.099f16 nanf16 nanf16 nanf16 nanf16 2.303f16
.expect memory 82: -0.10547f16 0.095f16 -15.945f16 2.063f16 -0.502f16 0.6885f16 -8.68f16 -2.29f16
.expect memory 90: -7.457f16 -8.8f16 -1.301f16 3.146f16
.covers BP
