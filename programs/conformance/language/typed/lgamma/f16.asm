; BP: lgamma.f16
.threads 49
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.1f16
.memory 32: 4.0f16 10.5f16 100.0f16 -2.457f16 -3.9f16 -10.25f16 10000.0f16 -4.0f16
.memory 40: 2.428f16 9.82f16 -12.1f16 -0.5024f16 3.328f16 3.42f16 -0.2695f16 0.3796f16
.memory 48: 14.555f16
        x = [tid]
        r = lgamma.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: inff16 inff16 16.64f16 16.64f16 9.7f16 9.7f16 9.7f16 9.7f16
.expect memory 58: inff16 inff16 inff16 inff16 0.0f16 inff16 0.000282f16 7.625f16
.expect memory 66: -0.0005627f16 6.93f16 0.5723f16 1.266f16 -0.1208f16 0.86f16 0.0f16 inff16
.expect memory 74: 0.2847f16 -0.05624f16 0.6934f16 inff16 nanf16 nanf16 nanf16 2.254f16
.expect memory 82: 1.792f16 13.94f16 359.3f16 -9.9e-6f16 -0.706f16 -14.2f16 inff16 inff16
.expect memory 90: 0.2351f16 12.4f16 -17.94f16 1.266f16 1.017f16 1.113f16 1.536f16 0.8506f16
.expect memory 98: 24.0f16
.covers BP
