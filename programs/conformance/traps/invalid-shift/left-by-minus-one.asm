; invalid-shift: a negative count is not a shift the other way.
.threads 2
        k = tid - 1
        x = 8 << k           ; thread 0
        stop
.expect trap invalid-shift 4
.expect var x: _ _
.covers invalid-shift
