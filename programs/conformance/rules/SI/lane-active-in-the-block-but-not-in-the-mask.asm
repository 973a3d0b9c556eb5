; SI: thread 3 is active in the block, but it was not when the block was entered.
.threads 4
.active 0-2
        everywhere
        x = tid + 1
        shfl x, 3
        end_everywhere
        stop
.expect var x: _ _ _ _
.covers SI EB
