; min and max are of the signed values: 2^16 - 1 is -1.
.threads 1
.word 16 wrap
        p = 32767
        a = min p, 65535
        b = max p, 65535
        c = max 32768, 65535
        d = min 32768, 0
        stop
.expect var a: -1
.expect var b: 32767
.expect var c: -1
.expect var d: -32768
.covers BP
