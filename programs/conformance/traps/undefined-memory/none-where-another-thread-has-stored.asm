; no undefined-memory where any thread has stored the word before.
.threads 32
        bnz tid, join
        [50] = 6
join:   sync
        x = [50]
        stop
.expect stop
.expect var x: 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
.covers MM
