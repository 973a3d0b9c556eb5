; Products that just fit a word of 8 bits, among them the smallest word.
.threads 1
.word 8
        p = 127
        a = p * -1
        b = p * 1
        x = 8
        c = x * -16
        d = -128 * 0
        stop
.expect var a: -127
.expect var b: 127
.expect var c: -128
.expect var d: 0
.covers BP
