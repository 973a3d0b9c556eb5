; TL does not apply where one thread fails: thread 0 would have lost x, and has it still.
.threads 2
        c = tid
        bz c, join
        k = 0               ; thread 1: lane 0, which has no y
        y = 1
join:   sync
        bnz tid, rest
        k = -1              ; thread 0: no lane at all
rest:   sync
        shfl y, k
        stop
.expect trap undefined-variable 11
.expect var y: _ 1
.covers undefined-variable
