; Literals up to 2^32 - 1 are read modulo 2^32 into the signed range, in instructions and in Σ.
.threads 1
.word 32 wrap
.memory 0: 4294967295 2147483648 2147483647 -2147483648
        a = 4294967295
        b = 2147483648
        c = 2147483647
        d = -2147483648
        e = 4294967294
        [4] = 4294967295
        stop
.expect var a: -1
.expect var b: -2147483648
.expect var c: 2147483647
.expect var d: -2147483648
.expect var e: -2
.expect memory 0: -1 -2147483648 2147483647 -2147483648 -1
.covers CT
