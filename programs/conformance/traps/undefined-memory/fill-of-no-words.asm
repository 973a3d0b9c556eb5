; undefined-memory: a fill of 0 words defines nothing.
.threads 1
.fill 4 0 9
        x = [4]
        stop
.expect trap undefined-memory 4
.covers undefined-memory
