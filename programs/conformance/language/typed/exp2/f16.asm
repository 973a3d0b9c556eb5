; BP: exp2.f16
.threads 50
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 127.9f16
.memory 32: -149.0f16 -149.5f16 1023.5f16 -1074.0f16 -1075.0f16 15.99f16 -24.0f16 -25.0f16
.memory 40: 10.0f16 8.07f16 -5.473f16 11.75f16 2.693f16 -0.4458f16 17.19f16 -1.101f16
.memory 48: -3.482f16 -5.117f16
        x = [tid]
        r = exp2.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 58: inff16 0.0f16 inff16 0.0f16 2.0f16 0.5f16 1.999f16 0.5f16
.expect memory 66: 2.002f16 0.4998f16 1.414f16 0.707f16 2.828f16 0.3535f16 4.0f16 0.25f16
.expect memory 74: 5.656f16 0.1768f16 8.0f16 0.125f16 nanf16 nanf16 nanf16 inff16
.expect memory 82: 0.0f16 0.0f16 inff16 0.0f16 0.0f16 65180.0f16 6.0e-8f16 0.0f16
.expect memory 90: 1024.0f16 268.8f16 0.02252f16 3444.0f16 6.47f16 0.7344f16 inff16 0.4663f16
.expect memory 98: 0.0895f16 0.02881f16
.covers BP
