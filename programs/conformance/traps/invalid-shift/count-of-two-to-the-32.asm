; invalid-shift: a count that is 0 modulo 2^32 is not 0.
.threads 1
        x = 5 >> 4294967296
        stop
.expect trap invalid-shift 3
.covers invalid-shift
