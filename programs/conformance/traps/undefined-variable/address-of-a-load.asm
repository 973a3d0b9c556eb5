; undefined-variable: the address of a load.
.threads 1000
        x = [a]
        stop
.expect trap undefined-variable 3
.covers undefined-variable
