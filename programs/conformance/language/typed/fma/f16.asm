; BP: fma.f16
.threads 89
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 4.074f16 15.516f16 -6.605f16 0.3538f16
.memory 64: -3.107f16 3.406f16 0.06903f16 -2.75f16 -0.769f16 -0.05884f16 3.283f16 1.654f16
.memory 72: -0.00145f16 0.0814f16 1.001f16 0.0004883f16 0.0004883f16 0.0004883f16 0.0004883f16 1.001f16
.memory 80: 9.95f16 0.2034f16 1.248f16 -0.9604f16 -0.317f16 -5.137f16 -11.71f16 1.286f16
.memory 88: 0.2705f16
.memory 90: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 98: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 106: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 114: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 122: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 130: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 138: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 146: 3.0f16 3.0f16 -2.0f16 2.5f16 -0.1089f16 1.816f16 3.021f16 -4.445f16
.memory 154: 0.419f16 -0.7275f16 -3.14f16 -3.104f16 0.1414f16 0.0007377f16 -638.0f16 -660.0f16
.memory 162: 0.00082f16 291.3f16 0.9995f16 1.001f16 0.9995f16 1.0f16 1.0f16 1.001f16
.memory 170: 0.076f16 0.3623f16 -0.1998f16 -11.66f16 -0.4958f16 -7.79f16 0.4636f16 12.58f16
.memory 178: 0.6235f16
.memory 180: 0.0f16 -0.0f16 1.0f16 -1.0f16 inff16 -inff16 nanf16 6.0e-8f16
.memory 188: 6.104e-5f16 0.0f16 -0.0f16 1.0f16 -1.0f16 inff16 -inff16 nanf16
.memory 196: 6.0e-8f16 6.104e-5f16 0.0f16 -0.0f16 1.0f16 -1.0f16 inff16 -inff16
.memory 204: nanf16 6.0e-8f16 6.104e-5f16 0.0f16 -0.0f16 1.0f16 -1.0f16 inff16
.memory 212: -inff16 nanf16 6.0e-8f16 6.104e-5f16 0.0f16 -0.0f16 1.0f16 -1.0f16
.memory 220: inff16 -inff16 nanf16 6.0e-8f16 6.104e-5f16 0.0f16 -0.0f16 1.0f16
.memory 228: -1.0f16 inff16 -inff16 nanf16 6.0e-8f16 6.104e-5f16 0.0f16 -0.0f16
.memory 236: 1.0f16 -1.0f16 inff16 -inff16 nanf16 6.0e-8f16 6.104e-5f16 0.0f16
.memory 244: -0.0f16 1.0f16 -1.0f16 inff16 -inff16 nanf16 6.0e-8f16 6.104e-5f16
.memory 252: 0.0f16 -0.0f16 -1.0f16 1.0f16 1.0f16 1.0f16 1.001f16 -1.002f16
.memory 260: 2.693f16 -1.478f16 -15.15f16 0.3213f16 -1.776f16 -0.10345f16 -0.06683f16 -2.684f16
.memory 268: 15.6f16
        x = [tid]
        a = tid + 90
        y = [a]
        a = tid + 180
        z = [a]
        r = fma.f16 x, y, z
        a = tid + 270
        [a] = r
        stop
.expect memory 270: 0.0f16 -0.0f16 1.0f16 -1.0f16 inff16 -inff16 nanf16 6.0e-8f16
.expect memory 278: 6.104e-5f16 0.0f16 -0.0f16 1.0f16 inff16 nanf16 -inff16 nanf16
.expect memory 286: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16
.expect memory 294: nanf16 -inff16 -inff16 inff16 inff16 -inff16 -inff16 inff16
.expect memory 302: -inff16 nanf16 -1.0f16 1.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 310: nanf16 nanf16 nanf16 nanf16 nanf16 0.0f16 1.0e-7f16 1.0f16
.expect memory 318: -1.0f16 inff16 -inff16 nanf16 1.0e-7f16 1.001f16 0.0004883f16 0.0004888f16
.expect memory 326: 16.0f16 -16.0f16 inff16 -inff16 nanf16 28.19f16 -19.95f16 -1.572f16
.expect memory 334: -1.302f16 -1.479f16 -1.217f16 inff16 -inff16 nanf16 -2094.0f16 -1092.0f16
.expect memory 342: -1.2e-6f16 23.72f16 0.0004878f16 1.001f16 1.0f16 1.0f16 1.002f16 9.5e-7f16
.expect memory 350: 3.45f16 -1.404f16 -15.4f16 11.516f16 -1.619f16 39.9f16 -5.496f16 13.49f16
.expect memory 358: 15.77f16
.covers BP
