; TL does not apply where one thread fails: the increments of the others are not executed.
.threads 3
.memory 0: 5 5
        a = tid             ; thread 2 gets an address that nothing defines
        x = atomic_inc [a]
        stop
.expect trap undefined-memory 5
.expect memory 0: 5 5 _
.expect var x: _ _ _
.covers undefined-memory
