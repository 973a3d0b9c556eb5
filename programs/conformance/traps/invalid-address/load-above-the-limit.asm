; invalid-address: 16777216 is above the highest address.
.threads 1
        x = [16777216]
        stop
.expect trap invalid-address 3
.covers invalid-address
