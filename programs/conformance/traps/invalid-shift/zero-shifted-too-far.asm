; invalid-shift: 0 shifted by 64 would be 0; the count is wrong anyway.
.threads 1
        x = 0 << 64
        stop
.expect trap invalid-shift 3
.covers invalid-shift
