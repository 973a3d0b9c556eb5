; The count -1 is not in [0, 64).
.threads 1
.word 64
        x = 1 >> -1
        stop
.expect trap invalid-shift 4
.covers invalid-shift
