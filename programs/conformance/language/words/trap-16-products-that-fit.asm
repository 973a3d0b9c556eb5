; Products that just fit a word of 16 bits, among them the smallest word.
.threads 1
.word 16
        p = 32767
        a = p * -1
        b = p * 1
        x = 128
        c = x * -256
        d = -32768 * 0
        stop
.expect var a: -32767
.expect var b: 32767
.expect var c: -32768
.expect var d: 0
.covers BP
