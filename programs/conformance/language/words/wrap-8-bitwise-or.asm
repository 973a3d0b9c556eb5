; Bitwise or with a literal above the largest word.
.threads 1
.word 8 wrap
        p = 127
        a = p | 128
        b = 0 | 255
        stop
.expect var a: -1
.expect var b: -1
.covers BP
