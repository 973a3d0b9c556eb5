; A shift count does not wrap: 64 is not in [0, 64), in a wrap word either.
.threads 1
.word 64 wrap
        x = 1 << 64
        stop
.expect trap invalid-shift 4
.covers invalid-shift
