; AS does not apply to x = x where x was never written.
.threads 2
        x = x
        stop
.expect trap undefined-variable 3
.expect steps 0
.covers undefined-variable
