; Products that just fit a word of 32 bits, among them the smallest word.
.threads 1
.word 32
        p = 2147483647
        a = p * -1
        b = p * 1
        x = 32768
        c = x * -65536
        d = -2147483648 * 0
        stop
.expect var a: -2147483647
.expect var b: 2147483647
.expect var c: -2147483648
.expect var d: 0
.covers BP
