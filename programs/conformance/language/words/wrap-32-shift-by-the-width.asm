; A shift count does not wrap: 32 is not in [0, 32), in a wrap word either.
.threads 1
.word 32 wrap
        x = 1 << 32
        stop
.expect trap invalid-shift 4
.covers invalid-shift
