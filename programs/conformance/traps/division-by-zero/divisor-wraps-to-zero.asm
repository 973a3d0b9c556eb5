; division-by-zero: in a wrap word of 8 bits 128 + 128 is 0, and division by 0 is a trap there too.
.threads 1
.word 8 wrap
        d = 128 + 128
        x = 1 / d
        stop
.expect trap division-by-zero 5
.expect var d: 0
.covers division-by-zero
