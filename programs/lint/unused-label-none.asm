; A target of each instruction that has one.
.threads 4
        bz tid, a
a:      sync
        bnz tid, b
b:      sync
        everywhere
        branch_mask 0, c
c:      end_everywhere
        jump d
d:      stop
.expect stop
