; MV: branch_mask reads its operand; it may be another thread in each, if the answers agree.
.threads 4
.active 0 1
        everywhere
        k = tid & 1         ; 0 or 1: both were active
        branch_mask k, yes
        x = 1
yes:    end_everywhere
        y = 2
        stop
.expect var x: _ _ _ _
.expect var y: 2 2 _ _
.covers MV BA
