; SI: outside of a block the mask is Θ, so a lane that waits is not in it.
.threads 4
        x = tid
        c = tid < 2
        bz c, join          ; 2 and 3 wait
        shfl x, 2
join:   sync
        stop
.expect var x: _ _ 2 3
.covers SI
