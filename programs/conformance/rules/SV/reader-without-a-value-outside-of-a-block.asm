; SV: the reading thread need not have the variable, outside of a block as well.
.threads 2
        bnz tid, join       ; thread 1 waits
        x = 5               ; thread 0 alone
join:   sync
        shfl x, 0
        stop
.expect var x: 5 5
.covers SV
