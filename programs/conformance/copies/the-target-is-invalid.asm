; The target is outside of the buffer, as for a store.
.threads 1
.memory 0: 5
.buffer b 0 8
        copy.async [8], [0]
        stop
.expect trap invalid-address 5
.covers invalid-address
