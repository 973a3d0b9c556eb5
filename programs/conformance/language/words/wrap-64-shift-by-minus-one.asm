; The count 2^64 - 1 is read as -1, which is not in [0, 64).
.threads 1
.word 64 wrap
        x = 1 >> 18446744073709551615
        stop
.expect trap invalid-shift 4
.covers invalid-shift
