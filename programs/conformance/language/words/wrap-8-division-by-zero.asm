; A divisor that has wrapped to 0 traps in a wrap word, too.
.threads 2
.word 8 wrap
        d = 255
        d = d + 1
        x = tid % d
        stop
.expect trap division-by-zero 6
.expect var d: 0 0
.covers division-by-zero
