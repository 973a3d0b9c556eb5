; The count 16 is not in [0, 16).
.threads 1
.word 16
        x = 0 << 16
        stop
.expect trap invalid-shift 4
.covers invalid-shift
