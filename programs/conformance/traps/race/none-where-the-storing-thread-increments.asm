; no race under .races thread where only the storing thread increments.
.threads 2
.races thread
        bnz tid, join
        [0] = 0
        x = atomic_inc [0]
join:   sync
        stop
.expect stop
.expect memory 0: 1
.expect var x: 1 _
.covers ST AT
