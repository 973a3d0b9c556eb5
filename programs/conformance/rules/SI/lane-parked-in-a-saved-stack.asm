; SI: a lane that waits in the stack which the block has saved is not in the block's mask.
.threads 4
        x = tid
        c = tid < 2
        bz c, join          ; 2 and 3 wait
        everywhere
        shfl x, 2
        end_everywhere
join:   sync
        stop
.expect var x: _ _ _ _
.covers SI EB EE
