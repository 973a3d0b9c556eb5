; Trap order: thread 0's increment does not fit, thread 1's word is undefined: words are checked in all threads first.
.threads 2
.memory 0: 9223372036854775807
        n = atomic_inc [tid]
        stop
.expect trap undefined-memory 4
.expect memory 0: 9223372036854775807 _
.covers undefined-memory
