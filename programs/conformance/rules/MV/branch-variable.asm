; MV: a branch reads its variable in every active thread.
.threads 3
        c = tid - 1         ; -1 0 1
        y = 0
        bz c, join
        y = 1
join:   sync
        stop
.expect var y: 1 0 1
.covers MV BD
