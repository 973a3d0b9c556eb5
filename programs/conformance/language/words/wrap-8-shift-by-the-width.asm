; A shift count does not wrap: 8 is not in [0, 8), in a wrap word either.
.threads 1
.word 8 wrap
        x = 1 << 8
        stop
.expect trap invalid-shift 4
.covers invalid-shift
