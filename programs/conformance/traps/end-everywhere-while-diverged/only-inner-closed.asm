; Two conditionals of the block, one `sync`.
.threads 4
.active 0
        everywhere
        bz tid, out
        odd = tid & 1
        bz odd, join
join:   sync
out:    end_everywhere
        stop
.expect trap end-everywhere-while-diverged 9
.expect active 1-3
.expect steps 6
.expect stat max_sync_depth == 2
.covers end-everywhere-while-diverged SP
