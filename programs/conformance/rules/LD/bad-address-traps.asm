; LD does not apply at a negative address.
.threads 1
        a = 0 - 1
        x = [a]
        stop
.expect trap invalid-address 4
.expect var a: -1
.covers invalid-address
