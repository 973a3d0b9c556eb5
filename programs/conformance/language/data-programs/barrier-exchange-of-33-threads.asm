; Two warps of 33 threads exchange their words through Σ, with a barrier between.
.threads 33
.warps 2
        a = wid * 33
        a = a + tid
        x = a * 2
        [a] = x
        barrier
        b = 65 - a
        x = [b]
        barrier
        [a] = x
        stop
.expect memory 0: 130 128 126 124 122 120 118 116 114 112 110 108 106 104 102 100 98 96 94 92 90 88 86 84 82 80 78 76 74 72 70 68 66 64 62 60 58 56 54 52 50 48 46 44 42 40 38 36 34 32 30 28 26 24 22 20 18 16 14 12 10 8 6 4 2 0
.expect stat by_instruction.barrier == 4
.covers BR ST LD
