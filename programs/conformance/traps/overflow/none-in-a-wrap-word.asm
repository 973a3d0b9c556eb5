; no overflow in a wrap word: results are taken modulo 2^w.
.threads 1
.word 64 wrap
        x = 9223372036854775807
        x = x + 1
        stop
.expect stop
.expect var x: -9223372036854775808
.covers BP
