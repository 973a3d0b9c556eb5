; The join restores the threads from before the branch, not the whole warp.
.threads 8
.active 2 3 5
        odd = tid & 1
        bz odd, join
        x = 1
join:   sync
        y = 1
        stop
.expect stop
.expect active 2 3 5
.expect var x: _ _ _ 1 _ 1 _ _
.expect var y: _ _ 1 1 _ 1 _ _
.covers SP
