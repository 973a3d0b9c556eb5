; The count -1 is not in [0, 16).
.threads 1
.word 16
        x = 1 >> -1
        stop
.expect trap invalid-shift 4
.covers invalid-shift
