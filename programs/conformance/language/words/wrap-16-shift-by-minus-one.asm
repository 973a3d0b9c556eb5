; The count 2^16 - 1 is read as -1, which is not in [0, 16).
.threads 1
.word 16 wrap
        x = 1 >> 65535
        stop
.expect trap invalid-shift 4
.covers invalid-shift
