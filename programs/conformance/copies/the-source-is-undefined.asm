; Nothing is stored at 1. That comes before the target, whose address is invalid.
.threads 1
.memory 0: 5
.buffer b 0 8
        copy.async [9], [1]
        stop
.expect trap undefined-memory 5
.covers undefined-memory
