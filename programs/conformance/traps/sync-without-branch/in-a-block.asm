; A block begins with an empty Π: the conditional around it is not the block's to close.
.threads 4
.memory 0: 0
        bz tid, join
        everywhere
        n = atomic_inc [0]
        sync
        end_everywhere
join:   sync
        stop
.expect trap sync-without-branch 7
.expect active 0-3
.expect memory 0: 4
.expect steps 3
.covers sync-without-branch EB
