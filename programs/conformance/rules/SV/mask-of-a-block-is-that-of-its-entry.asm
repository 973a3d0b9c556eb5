; SV: the mask of a block is the set that entered it, {2, 3}, also where a conditional in the block has made {0} active.
.threads 4
        x = tid + 10
        c = tid >= 2
        bz c, join
        everywhere
        bnz tid, skip       ; thread 0 runs first, alone
        shfl x, 2
skip:   sync
        end_everywhere
join:   sync
        stop
.expect var x: 12 11 12 13
.covers SV BD
