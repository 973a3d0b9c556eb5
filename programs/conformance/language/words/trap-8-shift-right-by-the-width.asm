; The count 8 is not in [0, 8).
.threads 2
.word 8
        k = tid + 7
        x = 1 >> k           ; thread 1
        stop
.expect trap invalid-shift 5
.expect var x: _ _
.covers invalid-shift
