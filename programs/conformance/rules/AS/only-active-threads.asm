; AS: the waiting half does not copy.
.threads 4
        x = tid
        y = -1
        c = tid & 1
        bnz c, join
        y = x
join:   sync
        stop
.expect var y: 0 -1 2 -1
.covers AS
