; overflow: in a word of 8 bits, of threads up to 127 the first whose square does not fit is 12.
.threads 128
.word 8
        x = tid * tid        ; thread 12: 144
        stop
.expect trap overflow 4
.expect var x: _ _
.covers overflow
