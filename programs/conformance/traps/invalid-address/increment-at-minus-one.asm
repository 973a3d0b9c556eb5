; invalid-address: an increment at a negative address is that, not undefined-memory.
.threads 1
        x = atomic_inc [-1]
        stop
.expect trap invalid-address 3
.covers invalid-address
