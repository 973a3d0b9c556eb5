; undefined-variable: the address of a store.
.threads 2
        [a] = 1
        stop
.expect trap undefined-variable 3
.covers undefined-variable
