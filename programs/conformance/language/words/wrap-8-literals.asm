; Literals up to 2^8 - 1 are read modulo 2^8 into the signed range, in instructions and in Σ.
.threads 1
.word 8 wrap
.memory 0: 255 128 127 -128
        a = 255
        b = 128
        c = 127
        d = -128
        e = 254
        [4] = 255
        stop
.expect var a: -1
.expect var b: -128
.expect var c: 127
.expect var d: -128
.expect var e: -2
.expect memory 0: -1 -128 127 -128 -1
.covers CT
