; The count -1 is not in [0, 8).
.threads 1
.word 8
        x = 1 >> -1
        stop
.expect trap invalid-shift 4
.covers invalid-shift
