; invalid-address: -1, a constant.
.threads 1
        x = [-1]
        stop
.expect trap invalid-address 3
.covers invalid-address
