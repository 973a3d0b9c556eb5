; undefined-memory: atomic_inc reads the word too.
.threads 2
        x = atomic_inc [16]
        stop
.expect trap undefined-memory 3
.expect memory 16: _
.covers undefined-memory
