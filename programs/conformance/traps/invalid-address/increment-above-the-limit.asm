; invalid-address: an increment above the highest address.
.threads 1
        a = 1 << 24
        x = atomic_inc [a]
        stop
.expect trap invalid-address 4
.covers invalid-address
