; A shift count does not wrap: 16 is not in [0, 16), in a wrap word either.
.threads 1
.word 16 wrap
        x = 1 << 16
        stop
.expect trap invalid-shift 4
.covers invalid-shift
