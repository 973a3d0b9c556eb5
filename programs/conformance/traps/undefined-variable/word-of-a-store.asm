; undefined-variable: the word of a store; nothing is stored by the threads that have one.
.threads 4
        c = tid == 3
        bnz c, join
        x = tid
join:   sync
        [tid] = x            ; thread 3
        stop
.expect trap undefined-variable 7
.expect memory 0: _ _ _ _
.covers undefined-variable
