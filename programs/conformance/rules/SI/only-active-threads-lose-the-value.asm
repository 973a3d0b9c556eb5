; SI: a thread that waits does not lose its variable.
.threads 2
        x = tid + 1
        bnz tid, join
        shfl x, 7
join:   sync
        stop
.expect var x: _ 2
.covers SI
