; Bitwise or with a literal above the largest word.
.threads 1
.word 16 wrap
        p = 32767
        a = p | 32768
        b = 0 | 65535
        stop
.expect var a: -1
.expect var b: -1
.covers BP
