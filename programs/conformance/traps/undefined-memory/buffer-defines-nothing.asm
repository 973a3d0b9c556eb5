; undefined-memory: a buffer says which addresses are valid, it does not define their words.
.threads 1
.buffer IN 0 16
        x = [IN]
        stop
.expect trap undefined-memory 4
.covers undefined-memory
