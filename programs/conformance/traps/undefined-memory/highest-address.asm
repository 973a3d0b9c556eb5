; undefined-memory: the highest address is a valid one, and undefined.
.threads 1
        x = [16777215]
        stop
.expect trap undefined-memory 3
.covers undefined-memory
