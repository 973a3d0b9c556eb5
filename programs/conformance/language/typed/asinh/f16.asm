; BP: asinh.f16
.threads 41
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.001f16
.memory 32: -22.13f16 -0.07983f16 2.309f16 26.28f16 -12.3f16 -0.1648f16 0.3862f16 12.13f16
.memory 40: 0.08307f16
        x = [tid]
        r = asinh.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.expect memory 58: 11.78f16 -11.78f16 inff16 -inff16 0.8813f16 -0.8813f16 0.881f16 -0.881f16
.expect memory 66: 0.882f16 -0.882f16 0.4812f16 -0.4812f16 1.194f16 -1.194f16 1.443f16 -1.443f16
.expect memory 74: 1.647f16 -1.647f16 1.818f16 -1.818f16 nanf16 nanf16 nanf16 0.001f16
.expect memory 82: -3.791f16 -0.0798f16 1.573f16 3.963f16 -3.205f16 -0.1641f16 0.3772f16 3.191f16
.expect memory 90: 0.08295f16
.covers BP
