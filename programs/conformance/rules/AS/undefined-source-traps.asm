; AS does not apply where the source is undefined in one active thread, here in thread 999 alone.
.threads 1000
        c = tid == 999
        bnz c, join
        x = 1
join:   sync
        y = x
        stop
.expect trap undefined-variable 7
.expect var y: _ _ _
.covers undefined-variable
