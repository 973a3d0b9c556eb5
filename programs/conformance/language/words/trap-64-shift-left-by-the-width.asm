; The count 64 is not in [0, 64).
.threads 1
.word 64
        x = 0 << 64
        stop
.expect trap invalid-shift 4
.covers invalid-shift
