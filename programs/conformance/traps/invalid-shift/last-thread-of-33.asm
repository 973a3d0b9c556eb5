; invalid-shift: in a word of 32 bits thread 32 shifts too far; the other 32 have not shifted.
.threads 33
.word 32
        x = 0 << tid
        stop
.expect trap invalid-shift 4
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers invalid-shift
