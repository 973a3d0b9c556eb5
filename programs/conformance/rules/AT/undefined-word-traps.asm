; AT does not apply to a word that nothing has defined: it does not start from 0.
.threads 2
        x = atomic_inc [0]
        stop
.expect trap undefined-memory 3
.expect memory 0: _
.covers undefined-memory
