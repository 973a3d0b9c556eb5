; undefined-variable: the lane was active when the block was entered, and has no x; a woken thread has one.
.threads 2
.active 0
        everywhere
        bz tid, join        ; thread 1 runs first
        x = 3
join:   sync
        shfl x, 0
        end_everywhere
        stop
.expect trap undefined-variable 8
.expect var x: _ 3
.covers undefined-variable
