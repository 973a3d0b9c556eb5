; invalid-address: the smallest word.
.threads 2
        a = -9223372036854775808
        x = [a]
        stop
.expect trap invalid-address 4
.covers invalid-address
