; The count 8 is not in [0, 8).
.threads 1
.word 8
        x = 0 << 8
        stop
.expect trap invalid-shift 4
.covers invalid-shift
