; Sums and differences that just fit a word of 16 bits.
.threads 1
.word 16 trap
        p = 32767
        q = -32768
        a = p + q
        b = p + 0
        c = -1 - p
        d = -1 - q
        e = q - q
        stop
.expect var a: -1
.expect var b: 32767
.expect var c: -32768
.expect var d: 32767
.expect var e: 0
.covers BP
