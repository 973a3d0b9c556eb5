; The count 64 is not in [0, 64).
.threads 2
.word 64
        k = tid + 63
        x = 1 >> k           ; thread 1
        stop
.expect trap invalid-shift 5
.expect var x: _ _
.covers invalid-shift
