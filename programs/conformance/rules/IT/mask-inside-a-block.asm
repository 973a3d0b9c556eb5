; In a block Θ_mask is that of the entry: in a half of the block's conditional, a shuffle reads a thread that waits.
.threads 4
        x = tid + 10
        everywhere
        bz tid, join            ; thread 0 waits
        shfl x, 0
join:   sync
        end_everywhere
        stop
.expect stop
.expect var x: 10 10 10 10
.expect steps 8
.covers IT SV
