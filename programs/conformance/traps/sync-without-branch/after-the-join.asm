; One `sync` too many after a conditional: the first has popped the only entry, and all threads are back.
.threads 2
        bz tid, join
        x = 1
join:   sync
        sync
        stop
.expect trap sync-without-branch 6
.expect active 0-1
.expect var x: _ 1
.expect steps 4
.covers sync-without-branch
