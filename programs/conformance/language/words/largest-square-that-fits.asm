; In a trap word of 64 bits 3037000499^2 fits.
.threads 1
        x = 3037000499
        x = x * x
        stop
.expect var x: 9223372030926249001
.covers BP
