; The word wraps: `addo` traps all the same.
.threads 2
.word 8 wrap
        x = 126 + tid
        y = x + 1
        z = addo.i8 x, 1
        stop
.expect trap overflow 6 threads: 1
.expect var y: 127 -128
.expect var z: _ _
.covers BP overflow
