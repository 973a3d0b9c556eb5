; undefined-memory: the word after a preload.
.threads 64
.iota 0 63
        x = [tid]            ; thread 63
        stop
.expect trap undefined-memory 4
.expect var x: _
.covers undefined-memory
