; The source is outside of the buffer, as for a load. The target is, too.
.threads 1
.buffer b 0 8
        copy.async [9], [8]
        stop
.expect trap invalid-address 4
.covers invalid-address
