; MV does not apply to a variable that only other threads wrote.
.threads 2
        bz tid, join        ; thread 0 waits
        x = 5
join:   sync
        y = x
        stop
.expect trap undefined-variable 6
.expect var x: _ 5
.covers undefined-variable
