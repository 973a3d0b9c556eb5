; invalid-shift: looked at before overflow; the result would not fit either.
.threads 1
        x = 9223372036854775807
        x = x << 64
        stop
.expect trap invalid-shift 4
.covers invalid-shift
