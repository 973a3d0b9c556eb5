; undefined-variable: the variable of a bz that no thread ever wrote.
.threads 32
        bz c, end
end:    sync
        stop
.expect trap undefined-variable 3
.expect active: 0-31
.expect steps 0
.covers undefined-variable
