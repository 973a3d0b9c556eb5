; The threads active at the entry are the mask of `shfl` in the block: thread 1 may be read, thread 0 may not.
.threads 4
.active 1-3
        x = tid * 10
        y = tid * 10
        everywhere
        shfl x, 1
        shfl y, 0
        end_everywhere
        stop
.expect stop
.expect active 1-3
.expect var x: 10 10 10 10
.expect var y: _ _ _ _
.expect steps 7
.covers EB SV SI
