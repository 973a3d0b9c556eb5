; invalid-shift: the same for a shift to the right.
.threads 1
        x = -1 >> 64
        stop
.expect trap invalid-shift 3
.covers invalid-shift
