; undefined-memory: no thread increments where one has no word to increment.
.threads 33
.fill 0 32 7
        x = atomic_inc [tid]  ; thread 32
        stop
.expect trap undefined-memory 4
.expect memory 0: 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 _
.expect var x: _ _
.covers undefined-memory
