; undefined-memory: a word that the thread's own half did not store.
.threads 2
        bnz tid, join
        [tid] = 5           ; thread 0 alone
join:   sync
        x = [tid]            ; thread 1
        stop
.expect trap undefined-memory 6
.expect memory 0: 5 _
.expect var x: _ _
.covers undefined-memory
