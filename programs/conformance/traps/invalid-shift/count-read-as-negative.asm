; invalid-shift: in a wrap word of 8 bits the count 255 is -1.
.threads 1
.word 8 wrap
        x = 1 << 255
        stop
.expect trap invalid-shift 4
.covers invalid-shift
