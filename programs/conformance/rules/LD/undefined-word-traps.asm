; LD does not apply where the word of one thread is undefined.
.threads 33
.iota 0 32
        x = [tid]            ; thread 32
        stop
.expect trap undefined-memory 4
.expect var x: _ _ _
.expect stat memory_requests == 0
.covers undefined-memory
