; The count 16 is not in [0, 16).
.threads 2
.word 16
        k = tid + 15
        x = 1 >> k           ; thread 1
        stop
.expect trap invalid-shift 5
.expect var x: _ _
.covers invalid-shift
