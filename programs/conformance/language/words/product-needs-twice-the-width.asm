; In a wrap word of 64 bits the product is modulo 2^64: 3037000500^2 is beyond the largest word.
.threads 1
.word 64 wrap
        x = 3037000500
        x = x * x
        stop
.expect var x: -9223372036709301616
.covers BP
