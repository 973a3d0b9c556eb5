; BP: acos.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.999f16
.memory 32: -0.999f16 0.25f16 0.1937f16 0.03687f16 0.656f16 -0.02397f16 -0.1401f16 0.07947f16
.memory 40: -0.08563f16 0.4194f16 -0.0713f16
        x = [tid]
        r = acos.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.57f16 1.57f16 1.57f16 1.57f16 1.57f16 1.571f16 1.57f16 1.571f16
.expect memory 58: nanf16 nanf16 nanf16 nanf16 0.0f16 3.14f16 0.03125f16 3.11f16
.expect memory 66: nanf16 nanf16 1.047f16 2.094f16 nanf16 nanf16 nanf16 nanf16
.expect memory 74: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 0.0442f16
.expect memory 82: 3.098f16 1.318f16 1.376f16 1.534f16 0.8555f16 1.595f16 1.711f16 1.491f16
.expect memory 90: 1.656f16 1.138f16 1.643f16
.covers BP
