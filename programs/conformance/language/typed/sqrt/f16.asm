; BP: sqrt.f16
.threads 44
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 4.0f16
.memory 32: 9.0f16 0.01f16 6.25f16 0.004734f16 829.5f16 0.4917f16 3.156f16 3278.0f16
.memory 40: 2.201f16 8344.0f16 0.00618f16 178.5f16
        x = [tid]
        r = sqrt.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 0.0002441f16 nanf16 0.00781f16 nanf16 0.007813f16 nanf16
.expect memory 58: 255.9f16 nanf16 inff16 nanf16 1.0f16 nanf16 0.9995f16 nanf16
.expect memory 66: 1.0f16 nanf16 0.707f16 nanf16 1.225f16 nanf16 1.414f16 nanf16
.expect memory 74: 1.581f16 nanf16 1.732f16 nanf16 nanf16 nanf16 nanf16 2.0f16
.expect memory 82: 3.0f16 0.10004f16 2.5f16 0.0688f16 28.8f16 0.701f16 1.776f16 57.25f16
.expect memory 90: 1.483f16 91.4f16 0.0786f16 13.36f16
.covers BP
