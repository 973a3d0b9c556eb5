; invalid-shift: a negative count of a shift to the right.
.threads 32
        x = tid >> -1
        stop
.expect trap invalid-shift 3
.covers invalid-shift
