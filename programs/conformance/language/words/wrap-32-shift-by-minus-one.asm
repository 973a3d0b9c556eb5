; The count 2^32 - 1 is read as -1, which is not in [0, 32).
.threads 1
.word 32 wrap
        x = 1 >> 4294967295
        stop
.expect trap invalid-shift 4
.covers invalid-shift
