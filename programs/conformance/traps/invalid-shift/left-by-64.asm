; invalid-shift: the count must be less than the width, 64.
.threads 1
        x = 1 << 64
        stop
.expect trap invalid-shift 3
.covers invalid-shift
