; SI: outside of a block a lane that waits at the sync, its half finished, is not in the mask either.
.threads 4
        x = tid
        c = tid < 2
        bz c, second
        jump join
second: shfl x, 0           ; 0 and 1 have finished their half
join:   sync
        stop
.expect var x: 0 1 _ _
.covers SI SS
