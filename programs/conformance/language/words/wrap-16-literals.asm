; Literals up to 2^16 - 1 are read modulo 2^16 into the signed range, in instructions and in Σ.
.threads 1
.word 16 wrap
.memory 0: 65535 32768 32767 -32768
        a = 65535
        b = 32768
        c = 32767
        d = -32768
        e = 65534
        [4] = 65535
        stop
.expect var a: -1
.expect var b: -32768
.expect var c: 32767
.expect var d: -32768
.expect var e: -2
.expect memory 0: -1 -32768 32767 -32768 -1
.covers CT
