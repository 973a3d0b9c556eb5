; SI: not even itself can a thread read that the block has woken.
.threads 4
.active 1 2
        everywhere
        x = tid
        shfl x, tid
        end_everywhere
        stop
.expect var x: _ 1 2 _
.covers SI SV
