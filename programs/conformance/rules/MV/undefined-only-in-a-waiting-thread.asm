; MV: only the active threads must have the variable; a thread that waits may lack it.
.threads 2
        bnz tid, join       ; thread 1 waits
        x = 5
        y = x
join:   sync
        stop
.expect var y: 5 _
.covers MV
