; The count -1 is not in [0, 32).
.threads 1
.word 32
        x = 1 >> -1
        stop
.expect trap invalid-shift 4
.covers invalid-shift
