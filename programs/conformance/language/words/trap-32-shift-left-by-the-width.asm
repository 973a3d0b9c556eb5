; The count 32 is not in [0, 32).
.threads 1
.word 32
        x = 0 << 32
        stop
.expect trap invalid-shift 4
.covers invalid-shift
