; Bitwise operations with literals above the largest word: 2^16 - 1 has every bit.
.threads 1
.word 16 wrap
        p = 32767
        a = p & 65535
        b = p ^ 65535
        c = 32768 ^ p
        d = 65535 & 32768
        stop
.expect var a: 32767
.expect var b: -32768
.expect var c: -1
.expect var d: -32768
.covers BP
