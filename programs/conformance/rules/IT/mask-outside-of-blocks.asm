; Outside of blocks Θ_mask is Θ (E6): in the first half, a shuffle cannot read the thread that waits.
.threads 4
        x = tid + 10
        y = tid + 10
        bz tid, join
        shfl x, 0
        shfl y, 3
join:   sync
        stop
.expect stop
.expect var x: 10 _ _ _
.expect var y: 10 13 13 13
.expect steps 8
.covers IT SI SV
