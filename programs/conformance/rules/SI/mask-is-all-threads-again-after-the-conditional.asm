; SI's premise fails: the lane that was not in the mask of the half is in the mask after the sync.
.threads 4
        x = tid
        y = tid
        bnz tid, join
        shfl x, 3           ; thread 0 alone: SI
join:   sync
        shfl y, 3           ; all: SV
        stop
.expect var x: _ 1 2 3
.expect var y: 3 3 3 3
.covers SI SV
