; race under .races thread: an increment of a word that one thread has stored, by all.
.threads 2
.races thread
        bnz tid, join
        [0] = 0
join:   sync
        x = atomic_inc [0]   ; thread 1 conflicts, thread 0 would not
        stop
.expect trap race 7
.expect memory 0: 0
.covers ST race
