; AT does not apply to a word that nothing has defined; an exchange does not define it either.
.threads 2
.memory 0: 1
        x = fetch_exch [tid], 5
        stop
.expect trap undefined-memory 4 threads: 1
.expect memory 0: 1 _
.covers undefined-memory
