; invalid-address: an address that is 0 modulo 2^32 is not address 0.
.threads 1
.memory 0: 5
        x = [4294967296]
        stop
.expect trap invalid-address 4
.covers invalid-address
