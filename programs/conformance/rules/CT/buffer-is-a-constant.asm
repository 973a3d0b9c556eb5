; CT: the name of a buffer is the constant of its first address.
.threads 1
.buffer OUT 40 4
        x = OUT
        stop
.expect var x: 40
.covers CT
