; Bitwise operations with literals above the largest word: 2^8 - 1 has every bit.
.threads 1
.word 8 wrap
        p = 127
        a = p & 255
        b = p ^ 255
        c = 128 ^ p
        d = 255 & 128
        stop
.expect var a: 127
.expect var b: -128
.expect var c: -1
.expect var d: -128
.covers BP
