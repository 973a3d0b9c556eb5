; min and max are of the signed values: 2^8 - 1 is -1.
.threads 1
.word 8 wrap
        p = 127
        a = min p, 255
        b = max p, 255
        c = max 128, 255
        d = min 128, 0
        stop
.expect var a: -1
.expect var b: 127
.expect var c: -1
.expect var d: -128
.covers BP
