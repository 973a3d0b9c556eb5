; The count 32 is not in [0, 32).
.threads 2
.word 32
        k = tid + 31
        x = 1 >> k           ; thread 1
        stop
.expect trap invalid-shift 5
.expect var x: _ _
.covers invalid-shift
