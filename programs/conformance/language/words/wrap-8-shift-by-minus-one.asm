; The count 2^8 - 1 is read as -1, which is not in [0, 8).
.threads 1
.word 8 wrap
        x = 1 >> 255
        stop
.expect trap invalid-shift 4
.covers invalid-shift
