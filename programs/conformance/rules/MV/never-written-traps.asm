; MV does not apply to a variable that the thread never wrote.
.threads 32
        x = 1
        y = x + z
        stop
.expect trap undefined-variable 4
.expect var y: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.expect steps 1
.covers undefined-variable
