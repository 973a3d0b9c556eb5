; race under .races thread: thread 0 returns to a word that only it has written; thread 1, which does not, is reported.
.threads 2
.races thread
        bnz tid, join           ; thread 0 continues
        [0] = 7
join:   sync
        x = [0]
        stop
.expect trap race 7 threads: 1
.expect var x: _ _
.covers race
