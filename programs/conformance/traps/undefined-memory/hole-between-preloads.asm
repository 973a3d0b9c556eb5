; undefined-memory: a hole of one word.
.threads 1000
.iota 0 500
.iota 501 499
        x = [tid]            ; thread 500
        stop
.expect trap undefined-memory 5
.covers undefined-memory
